package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** Writes small models. */
public final class TestModel {
  /** Element types by ONNX's numbers. */
  public static final int FLOAT = 1;

  public static final int INT32 = 6;
  public static final int INT64 = 7;
  public static final int STRING = 8;
  public static final int BOOL = 9;
  public static final int FLOAT16 = 10;
  public static final int DOUBLE = 11;

  private final ModelProto.Builder model = ModelProto.newBuilder().setIrVersion(8);
  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("g");

  private TestModel(String domain, long version) {
    opset(domain, version);
  }

  public static TestModel onnx(long version) {
    return new TestModel("", version);
  }

  public static TestModel ml(long version) {
    return new TestModel("ai.onnx.ml", version);
  }

  public TestModel opset(String domain, long version) {
    model.addOpsetImport(
        OperatorSetIdProto.newBuilder().setDomain(domain).setVersion(version).build());
    return this;
  }

  public TestModel irVersion(long version) {
    model.setIrVersion(version);
    return this;
  }

  /**
   * @param dims numbers, names or null for a dimension with neither
   */
  public TestModel input(String name, int type, Object... dims) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (Object dim : dims) {
      TensorShapeProto.Dimension.Builder dimension = shape.addDimBuilder();
      if (dim instanceof Number length) {
        dimension.setDimValue(length.longValue());
      } else if (dim instanceof String symbol) {
        dimension.setDimParam(symbol);
      }
    }
    TypeProto.Tensor.Builder tensor = TypeProto.Tensor.newBuilder().setElemType(type);
    return input(name, TypeProto.newBuilder().setTensorType(tensor.setShape(shape)).build());
  }

  public TestModel input(String name, TypeProto type) {
    graph.addInput(ValueInfoProto.newBuilder().setName(name).setType(type));
    return this;
  }

  public TestModel output(String name) {
    graph.addOutput(ValueInfoProto.newBuilder().setName(name));
    return this;
  }

  public TestModel initializer(TensorProto tensor) {
    graph.addInitializer(tensor);
    return this;
  }

  public TestModel initializer(String name, float[] data, long... dims) {
    return initializer(floats(name, data, dims));
  }

  public TestModel initializer(String name, long[] data, long... dims) {
    return initializer(longs(name, data, dims));
  }

  /**
   * @param op type, of the model's first domain, or {@code domain::type}
   * @param inputs names, separated by commas
   * @param outputs likewise
   */
  public TestModel node(String op, String inputs, String outputs, AttributeProto... attributes) {
    return node(
        NodeProto.newBuilder()
            .setName("n" + graph.getNodeCount())
            .setDomain(
                op.contains("::")
                    ? op.substring(0, op.indexOf("::"))
                    : model.getOpsetImport(0).getDomain())
            .setOpType(op.substring(op.lastIndexOf(':') + 1))
            .addAllInput(names(inputs))
            .addAllOutput(names(outputs))
            .addAllAttribute(Arrays.asList(attributes))
            .build());
  }

  public TestModel node(NodeProto node) {
    graph.addNode(node);
    return this;
  }

  /** A model of one node on one input {@code x}; its outputs are {@code y} and so on. */
  public TestModel single(String op, int type, List<?> dims, AttributeProto... attributes) {
    return input("x", type, dims.toArray()).node(op, "x", "y", attributes).output("y");
  }

  private static List<String> names(String separated) {
    return separated.isEmpty() ? List.of() : List.of(separated.split(",", -1));
  }

  public GraphProto.Builder graph() {
    return graph;
  }

  public ModelProto proto() {
    return model.setGraph(graph).build();
  }

  public byte[] bytes() {
    return proto().toByteArray();
  }

  public OnnxModel load() {
    return OnnxModel.parse(bytes(), "test");
  }

  /** The op that computes output {@code y}. */
  public Op op() {
    OnnxModel loaded = load();
    return loaded.graph().graph().op(loaded.graph().outputs().get("y").node());
  }

  /** The type of output {@code y}. */
  public ValueType type() {
    OnnxModel loaded = load();
    return loaded.graph().graph().type(loaded.graph().outputs().get("y"));
  }

  /** The constant that is operand {@code index} of the node that computes output {@code y}. */
  public Tensor constant(int index) {
    OnnxModel loaded = load();
    ValueId output = loaded.graph().outputs().get("y");
    ValueId operand = loaded.graph().graph().operands(output.node()).get(index);
    return loaded.graph().graph().constant(operand).orElseThrow();
  }

  public static TensorProto floats(String name, float[] data, long... dims) {
    TensorProto.Builder tensor = tensor(name, FLOAT, dims);
    for (float value : data) {
      tensor.addFloatData(value);
    }
    return tensor.build();
  }

  public static TensorProto doubles(String name, double[] data, long... dims) {
    TensorProto.Builder tensor = tensor(name, DOUBLE, dims);
    for (double value : data) {
      tensor.addDoubleData(value);
    }
    return tensor.build();
  }

  public static TensorProto longs(String name, long[] data, long... dims) {
    TensorProto.Builder tensor = tensor(name, INT64, dims);
    for (long value : data) {
      tensor.addInt64Data(value);
    }
    return tensor.build();
  }

  public static TensorProto.Builder tensor(String name, int type, long... dims) {
    TensorProto.Builder tensor = TensorProto.newBuilder().setName(name).setDataType(type);
    for (long dim : dims) {
      tensor.addDims(dim);
    }
    return tensor;
  }
}
