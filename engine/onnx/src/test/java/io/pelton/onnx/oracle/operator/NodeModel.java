package io.pelton.onnx.oracle.operator;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.oracle.operator.NodeCase.Operand;
import io.pelton.onnx.oracle.operator.NodeCase.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A case as a model of one node. The peer's Java API does not carry every dtype, and the peer has
 * no kernels for some: so casts may stand before and behind the node.
 */
final class NodeModel {
  private static final int IR_VERSION = 10;

  /** From which version on a model that has none of ai.onnx's operators imports it for casts. */
  private static final long CAST_OPSET = 19;

  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("g");
  private final Map<String, Tensor> inputs = new LinkedHashMap<>();
  private final ModelProto proto;

  private NodeModel(
      NodeCase made,
      UnaryOperator<DType> carried,
      UnaryOperator<DType> computed,
      Map<String, DType> outputs) {
    List<String> names = new ArrayList<>();
    int captured = 0;
    for (Operand operand : made.operands()) {
      String name = operand.source() == Source.ABSENT ? "" : add(operand, carried, computed);
      if (operand.source() == Source.CAPTURED) {
        graph.addNode(
            NodeProto.newBuilder()
                .setOpType("Identity")
                .addInput(name)
                .addOutput(captured(captured++)));
      } else {
        names.add(name);
      }
    }
    NodeProto.Builder node =
        NodeProto.newBuilder()
            .setName("node")
            .setDomain(made.domain())
            .setOpType(made.op())
            .addAllInput(names)
            .addAllAttribute(made.attributes());
    graph.addNode(node); // its place is before the casts behind it
    for (int i = 0; i < made.outputCount(); i++) {
      String name = "y" + i;
      node.addOutput(name);
      DType dtype = outputs.get(name);
      if (dtype != null && computed.apply(dtype) != dtype) {
        name = cast(name, dtype);
      }
      if (dtype != null && carried.apply(dtype) != dtype) {
        name = cast(name, carried.apply(dtype));
      }
      graph.addOutput(ValueInfoProto.newBuilder().setName(name));
    }
    graph.setNode(place(node.build()), node);
    this.proto = model(made).setGraph(graph).build();
  }

  private int place(NodeProto node) {
    for (int i = 0; i < graph.getNodeCount(); i++) {
      if (graph.getNode(i).getName().equals(node.getName())) {
        return i;
      }
    }
    throw new AssertionError("the node is missing");
  }

  private static ModelProto.Builder model(NodeCase made) {
    ModelProto.Builder model = ModelProto.newBuilder().setIrVersion(IR_VERSION);
    boolean isStandard = made.domain().equals("ai.onnx");
    model.addOpsetImport(
        OperatorSetIdProto.newBuilder()
            .setDomain("")
            .setVersion(isStandard ? made.opset() : CAST_OPSET));
    if (!isStandard) {
      model.addOpsetImport(
          OperatorSetIdProto.newBuilder().setDomain(made.domain()).setVersion(made.opset()));
    }
    return model;
  }

  /** The node and nothing else. */
  static NodeModel direct(NodeCase made) {
    return new NodeModel(made, dtype -> dtype, dtype -> dtype, Map.of());
  }

  /**
   * One whose inputs and outputs the peer's API carries.
   *
   * @param computed in which dtype the node is to compute instead of another one
   * @param outputs dtypes by name
   */
  static NodeModel forPeer(
      NodeCase made, UnaryOperator<DType> computed, Map<String, DType> outputs) {
    return new NodeModel(made, NodeModel::carried, computed, outputs);
  }

  private static DType carried(DType dtype) {
    return switch (dtype) {
      case F16, BF16 -> DType.F32;
      case U16 -> DType.I32;
      case U32, U64 -> DType.I64;
      default -> dtype;
    };
  }

  /** The same of a {@link io.pelton.onnx.oracle.Flat}'s type. */
  static String carried(String type) {
    return type.equals("MAP") ? type : carried(DType.valueOf(type)).name();
  }

  private String add(Operand operand, UnaryOperator<DType> carried, UnaryOperator<DType> computed) {
    Tensor tensor = operand.tensor();
    DType dtype = tensor.dtype();
    String name = "x" + inputs.size() + graph.getInitializerCount();
    DType stored = operand.source() != Source.INITIALIZER ? carried.apply(dtype) : dtype;
    if (operand.source() != Source.INITIALIZER) {
      graph.addInput(input(name, stored, tensor.dims()));
      inputs.put(name, converted(tensor, stored));
    } else {
      graph.addInitializer(TensorProtos.of(name, tensor));
    }
    String value = stored == dtype ? name : cast(name, dtype);
    return computed.apply(dtype) == dtype ? value : cast(value, computed.apply(dtype));
  }

  /** The name of a value that bodies read. */
  static String captured(int index) {
    return "outer" + index;
  }

  private String cast(String name, DType to) {
    String result = name + "_" + to;
    graph.addNode(
        NodeProto.newBuilder()
            .setOpType("Cast")
            .addInput(name)
            .addOutput(result)
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("to")
                    .setType(AttributeType.INT)
                    .setI(TensorProtos.code(to))));
    return result;
  }

  private static ValueInfoProto.Builder input(String name, DType dtype, long... dims) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (long dim : dims) {
      shape.addDimBuilder().setDimValue(dim);
    }
    TypeProto.Tensor.Builder tensor =
        TypeProto.Tensor.newBuilder().setElemType(TensorProtos.code(dtype)).setShape(shape);
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(TypeProto.newBuilder().setTensorType(tensor));
  }

  private static Tensor converted(Tensor tensor, DType to) {
    if (tensor.dtype() == to) {
      return tensor;
    }
    if (to.isFloat()) {
      double[] numbers = tensor.toDoubles();
      int[] at = {0};
      return Values.floats(to, () -> numbers[at[0]++], tensor.dims());
    }
    long[] numbers = tensor.toLongs();
    int[] at = {0};
    return Values.longs(to, () -> numbers[at[0]++], tensor.dims());
  }

  ModelProto proto() {
    return proto;
  }

  /** What to feed. */
  Map<String, Tensor> inputs() {
    return inputs;
  }
}
