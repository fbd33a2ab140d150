package io.pelton.flink;

import static io.pelton.flink.TestModels.cast;
import static io.pelton.flink.TestModels.node;
import static io.pelton.flink.TestModels.value;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.nio.file.Path;

/** Small models of several inputs, whose records have fields of all kinds. */
public final class RecordModels {
  private static final int FLOAT = DataType.FLOAT_VALUE;

  private RecordModels() {}

  /**
   * {@code score} [N,1] = age + visits + member, {@code spread} [N,3] = weights * age, {@code
   * counts} [N,2] = number(tags), {@code place} [N,1] = city. Inputs {@code age}: float [N,1],
   * {@code visits}: int64 [N,1], {@code member}: bool [N,1], {@code city}: string [N,1], {@code
   * weights}: float [N,3], {@code tags}: string [N,2]. A tag that is no number is an error of its
   * row.
   */
  public static Path profile(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("profile")
            .addInput(value("age", FLOAT, 1))
            .addInput(value("visits", DataType.INT64_VALUE, 1))
            .addInput(value("member", DataType.BOOL_VALUE, 1))
            .addInput(value("city", DataType.STRING_VALUE, 1))
            .addInput(value("weights", FLOAT, 3))
            .addInput(value("tags", DataType.STRING_VALUE, 2))
            .addNode(cast("visits as float", "visits", "v", FLOAT))
            .addNode(cast("member as float", "member", "m", FLOAT))
            .addNode(node("add visits", "Add", "av", "age", "v"))
            .addNode(node("add member", "Add", "score", "av", "m"))
            .addNode(node("spread", "Mul", "spread", "weights", "age"))
            .addNode(cast("parse tags", "tags", "counts", FLOAT))
            .addNode(node("place", "Identity", "place", "city"))
            .addOutput(value("score", FLOAT, 1))
            .addOutput(value("spread", FLOAT, 3))
            .addOutput(value("counts", FLOAT, 2))
            .addOutput(value("place", DataType.STRING_VALUE, 1))
            .build();
    return TestModels.write(folder.resolve("profile.onnx"), graph);
  }

  /**
   * {@code y} [N,dims…] = x + x; input {@code x} of the same shape, -1 for an axis of any length.
   *
   * @param dtype a number of ONNX's
   */
  public static Path doubled(Path folder, int dtype, long... dims) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    shape.addDim(Dimension.newBuilder().setDimParam("N"));
    for (int axis = 0; axis < dims.length; axis++) {
      shape.addDim(
          dims[axis] < 0
              ? Dimension.newBuilder().setDimParam("K" + axis)
              : Dimension.newBuilder().setDimValue(dims[axis]));
    }
    ValueInfoProto.Builder x = value("x", dtype, 1).toBuilder();
    x.getTypeBuilder().getTensorTypeBuilder().setShape(shape);
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("doubled")
            .addInput(x)
            .addNode(node("add", "Add", "y", "x", "x"))
            .addOutput(x.clone().setName("y"))
            .build();
    return TestModels.write(folder.resolve("doubled.onnx"), graph);
  }

  /** {@code y} [N,2] = x + x + (z - z); inputs {@code x}: float [N,2], {@code z}: float [N,1]. */
  public static Path doubledPair(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("pair")
            .addInput(value("x", FLOAT, 2))
            .addInput(value("z", FLOAT, 1))
            .addNode(node("none", "Sub", "none", "z", "z"))
            .addNode(node("double", "Add", "xx", "x", "x"))
            .addNode(node("add", "Add", "y", "xx", "none"))
            .addOutput(value("y", FLOAT, 2))
            .build();
    return TestModels.write(folder.resolve("pair.onnx"), graph);
  }

  /** {@code same} [N,1] = text; input {@code text}: string [N,1]. */
  public static Path texts(Path folder) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("texts")
            .addInput(value("text", DataType.STRING_VALUE, 1))
            .addNode(node("same", "Identity", "same", "text"))
            .addOutput(value("same", DataType.STRING_VALUE, 1))
            .build();
    return TestModels.write(folder.resolve("texts.onnx"), graph);
  }

  /** {@code y} [N,2] = number(text); input {@code text}: string [N,2]. */
  public static Path parsed(Path folder) {
    return converted(folder, "text", DataType.STRING_VALUE);
  }

  /** {@code y} [N,2] = number(truth); input {@code truth}: bool [N,2]. */
  public static Path truths(Path folder) {
    return converted(folder, "truth", DataType.BOOL_VALUE);
  }

  private static Path converted(Path folder, String input, int dtype) {
    GraphProto graph =
        GraphProto.newBuilder()
            .setName(input)
            .addInput(value(input, dtype, 2))
            .addNode(cast("convert", input, "y", FLOAT))
            .addOutput(value("y", FLOAT, 2))
            .build();
    return TestModels.write(folder.resolve(input + ".onnx"), graph);
  }
}
