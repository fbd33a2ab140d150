package io.pelton.flink;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Small models as files, all of version 7. */
public final class TestModels {
  private static final int FLOAT = TensorProto.DataType.FLOAT_VALUE;
  private static final int INT64 = TensorProto.DataType.INT64_VALUE;
  private static final int STRING = TensorProto.DataType.STRING_VALUE;

  private TestModels() {}

  /**
   * {@code sum} [N,1] = x + number(amount), {@code pair} [N,2] = (x, sum), {@code label} [N,1] =
   * text(sum); inputs {@code x}: float [N,1], {@code amount}: string [N,1]. An amount that is no
   * number is an error of its row.
   */
  public static Path amounts(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("amounts")
            .addInput(value("x", FLOAT, 1))
            .addInput(value("amount", STRING, 1))
            .addNode(cast("parse amount", "amount", "number", FLOAT))
            .addNode(node("add", "Add", "sum", "x", "number"))
            .addNode(
                node("pair up", "Concat", "pair", "x", "sum").toBuilder()
                    .addAttribute(integer("axis", 1))
                    .build())
            .addNode(cast("label it", "sum", "label", STRING))
            .addOutput(value("sum", FLOAT, 1))
            .addOutput(value("pair", FLOAT, 2))
            .addOutput(value("label", STRING, 1))
            .build();
    return write(folder.resolve("amounts.onnx"), graph);
  }

  /** {@code total} [N,1] = int64(count) summed with itself; input {@code count}: int64 [N,1]. */
  public static Path counts(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("counts")
            .addInput(value("count", INT64, 1))
            .addNode(node("double", "Add", "total", "count", "count"))
            .addOutput(value("total", INT64, 1))
            .build();
    return write(folder.resolve("counts.onnx"), graph);
  }

  /**
   * {@code leaf} [N,1] = a tree's {@code x <= 0.5 ? 10 : 20}, {@code city} [N,2] = one column a
   * category of {@code a} and {@code b}; inputs {@code x}: float [N,1], {@code place}: string
   * [N,1]. Another place is an error of its row.
   *
   * @param missingIsLess where a row without x goes
   */
  public static Path tabular(Path folder, boolean missingIsLess) {
    NodeProto tree =
        node("tree", "TreeEnsembleRegressor", "leaf", "x").toBuilder()
            .setDomain("ai.onnx.ml")
            .addAttribute(integer("n_targets", 1))
            .addAttribute(integers("nodes_treeids", 0, 0, 0))
            .addAttribute(integers("nodes_nodeids", 0, 1, 2))
            .addAttribute(integers("nodes_featureids", 0, 0, 0))
            .addAttribute(strings("nodes_modes", "BRANCH_LEQ", "LEAF", "LEAF"))
            .addAttribute(floats("nodes_values", 0.5f, 0, 0))
            .addAttribute(integers("nodes_truenodeids", 1, 0, 0))
            .addAttribute(integers("nodes_falsenodeids", 2, 0, 0))
            .addAttribute(integers("nodes_missing_value_tracks_true", missingIsLess ? 1 : 0, 0, 0))
            .addAttribute(integers("target_treeids", 0, 0))
            .addAttribute(integers("target_nodeids", 1, 2))
            .addAttribute(integers("target_ids", 0, 0))
            .addAttribute(floats("target_weights", 10, 20))
            .build();
    NodeProto encode =
        node("encode", "OneHotEncoder", "hot", "place").toBuilder()
            .setDomain("ai.onnx.ml")
            .addAttribute(strings("cats_strings", "a", "b"))
            .addAttribute(integer("zeros", 0))
            .build();
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("tabular")
            .addInput(value("x", FLOAT, 1))
            .addInput(value("place", STRING, 1))
            .addNode(tree)
            .addNode(encode)
            .addNode(node("flatten", "Flatten", "city", "hot"))
            .addOutput(value("leaf", FLOAT, 1))
            .addOutput(value("city", FLOAT, 2))
            .build();
    return write(folder.resolve("tabular.onnx"), graph);
  }

  /** {@code y} [N,1] = relu(x); input {@code x}: float [N,1]. */
  public static Path relu(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("relu")
            .addInput(value("x", FLOAT, 1))
            .addNode(node("relu", "Relu", "y", "x"))
            .addOutput(value("y", FLOAT, 1))
            .build();
    return write(folder.resolve("relu.onnx"), graph);
  }

  /** {@code y} [N,1] = x - mean(x), over all rows of a batch; input {@code x}: float [N,1]. */
  public static Path centered(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("centered")
            .addInput(value("x", FLOAT, 1))
            .addNode(
                node("average", "ReduceMean", "mean", "x").toBuilder()
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("axes")
                            .setType(AttributeProto.AttributeType.INTS)
                            .addInts(0))
                    .build())
            .addNode(node("center", "Sub", "y", "x", "mean"))
            .addOutput(value("y", FLOAT, 1))
            .build();
    return write(folder.resolve("centered.onnx"), graph);
  }

  /**
   * {@code y} [N] = x, reshaped to as many elements as its sum says, which has to be N; input
   * {@code x}: float [N,1].
   */
  public static Path shapedByValues(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("shaped")
            .addInput(value("x", FLOAT, 1))
            .addNode(
                node("sum up", "ReduceSum", "sum", "x", "rows axis").toBuilder()
                    .addAttribute(integer("keepdims", 0))
                    .build())
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("rows axis")
                    .setDataType(INT64)
                    .addDims(1)
                    .addInt64Data(0))
            .addNode(cast("count", "sum", "length", INT64))
            .addNode(node("reshape", "Reshape", "y", "x", "length"))
            .addOutput(
                ValueInfoProto.newBuilder()
                    .setName("y")
                    .setType(
                        TypeProto.newBuilder()
                            .setTensorType(
                                TypeProto.Tensor.newBuilder()
                                    .setElemType(FLOAT)
                                    .setShape(
                                        TensorShapeProto.newBuilder()
                                            .addDim(
                                                TensorShapeProto.Dimension.newBuilder()
                                                    .setDimParam("N"))))))
            .build();
    return write(folder.resolve("shaped.onnx"), graph);
  }

  /** {@code twice} [N,3] = features + features; input {@code features}: float [N,3]. */
  public static Path features(Path folder) {
    return features(folder, 3);
  }

  /** The same of more features, or fewer. */
  public static Path features(Path folder, int count) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("features")
            .addInput(value("features", FLOAT, count))
            .addNode(node("add", "Add", "twice", "features", "features"))
            .addOutput(value("twice", FLOAT, count))
            .build();
    return write(folder.resolve("features.onnx"), graph);
  }

  /** {@code maps}: the three features under the keys a, b and c; input as {@link #features}. */
  public static Path maps(Path folder) {
    NodeProto zip =
        node("zip", "ZipMap", "maps", "features").toBuilder()
            .setDomain("ai.onnx.ml")
            .addAttribute(
                AttributeProto.newBuilder()
                    .setName("classlabels_strings")
                    .setType(AttributeProto.AttributeType.STRINGS)
                    .addAllStrings(Stream.of("a", "b", "c").map(ByteString::copyFromUtf8).toList()))
            .build();
    TypeProto floats =
        TypeProto.newBuilder()
            .setTensorType(
                TypeProto.Tensor.newBuilder()
                    .setElemType(FLOAT)
                    .setShape(TensorShapeProto.getDefaultInstance()))
            .build();
    TypeProto map =
        TypeProto.newBuilder()
            .setMapType(TypeProto.Map.newBuilder().setKeyType(STRING).setValueType(floats))
            .build();
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("maps")
            .addInput(value("features", FLOAT, 3))
            .addNode(zip)
            .addOutput(
                ValueInfoProto.newBuilder()
                    .setName("maps")
                    .setType(
                        TypeProto.newBuilder()
                            .setSequenceType(TypeProto.Sequence.newBuilder().setElemType(map))))
            .build();
    return write(folder.resolve("maps.onnx"), graph);
  }

  /** {@link #relu} for exactly {@code rows} rows. */
  public static Path fixedRows(Path folder, long rows) {
    ValueInfoProto x = withRows(value("x", FLOAT, 1), rows);
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("fixed")
            .addInput(x)
            .addNode(node("relu", "Relu", "y", "x"))
            .addOutput(x.toBuilder().setName("y"))
            .build();
    return write(folder.resolve("fixed.onnx"), graph);
  }

  /**
   * {@code y} [N,W] = x + w, with w [1,W] = 0.5, 1.5, … in a second file; input {@code x}: float
   * [N,W].
   *
   * @param weights path of the second file from the folder, which the model has as it is; not
   *     written where it leads out of the folder
   */
  public static Path weighted(Path folder, String weights, int width) {
    ByteBuffer data = ByteBuffer.allocate(4 * width).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < width; i++) {
      data.putFloat(i + 0.5f);
    }
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("weighted")
            .addInput(value("x", FLOAT, width))
            .addInitializer(
                TensorProto.newBuilder()
                    .setName("w")
                    .setDataType(FLOAT)
                    .addDims(1)
                    .addDims(width)
                    .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                    .addExternalData(
                        StringStringEntryProto.newBuilder().setKey("location").setValue(weights)))
            .addNode(node("add", "Add", "y", "x", "w"))
            .addOutput(value("y", FLOAT, width))
            .build();
    try {
      Path file = folder.resolve(weights).normalize();
      if (file.startsWith(folder) && !file.equals(folder)) {
        Files.createDirectories(file.getParent());
        Files.write(file, data.array());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return write(folder.resolve("weighted.onnx"), graph);
  }

  private static ValueInfoProto withRows(ValueInfoProto value, long rows) {
    ValueInfoProto.Builder fixed = value.toBuilder();
    fixed
        .getTypeBuilder()
        .getTensorTypeBuilder()
        .getShapeBuilder()
        .setDim(0, TensorShapeProto.Dimension.newBuilder().setDimValue(rows));
    return fixed.build();
  }

  static NodeProto cast(String name, String input, String output, int to) {
    return node(name, "Cast", output, input).toBuilder().addAttribute(integer("to", to)).build();
  }

  static NodeProto node(String name, String op, String output, String... inputs) {
    NodeProto.Builder node = NodeProto.newBuilder().setName(name).setOpType(op).addOutput(output);
    for (String input : inputs) {
      node.addInput(input);
    }
    return node.build();
  }

  private static AttributeProto integer(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }

  private static AttributeProto integers(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.INTS);
    for (long value : values) {
      attribute.addInts(value);
    }
    return attribute.build();
  }

  private static AttributeProto floats(String name, float... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.FLOATS);
    for (float value : values) {
      attribute.addFloats(value);
    }
    return attribute.build();
  }

  private static AttributeProto strings(String name, String... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.STRINGS);
    for (String value : values) {
      attribute.addStrings(ByteString.copyFromUtf8(value));
    }
    return attribute.build();
  }

  static ValueInfoProto value(String name, int type, long width) {
    TensorShapeProto shape =
        TensorShapeProto.newBuilder()
            .addDim(TensorShapeProto.Dimension.newBuilder().setDimParam("N"))
            .addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(width))
            .build();
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(TypeProto.Tensor.newBuilder().setElemType(type).setShape(shape)))
        .build();
  }

  static Path write(Path file, GraphProto graph) {
    ModelProto model =
        ModelProto.newBuilder()
            .setIrVersion(8)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(17))
            .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("ai.onnx.ml").setVersion(3))
            .addMetadataProps(StringStringEntryProto.newBuilder().setKey("version").setValue("7"))
            .setGraph(graph)
            .build();
    try {
      return Files.write(file, model.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
