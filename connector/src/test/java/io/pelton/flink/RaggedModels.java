package io.pelton.flink;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Small models of lists whose length is open, as files. */
public final class RaggedModels {
  /** Ids that the models know, from 0 on. */
  public static final int VOCABULARY = 20;

  /** Values of an id. */
  public static final int WIDTH = 4;

  private static final int FLOAT = TensorProto.DataType.FLOAT_VALUE;
  private static final int INT64 = TensorProto.DataType.INT64_VALUE;
  private static final long SEED = 5;

  private RaggedModels() {}

  /**
   * {@code hidden} [N,L,4] = the values of each id times its mask, {@code pooled} [N,4] = their sum
   * over L times {@code scale} [N,1], {@code count} [N,1] = the sum of the mask; inputs {@code
   * ids}, {@code mask}: int64 [N,L], {@code scale}: float [N,1]. An id out of the vocabulary is an
   * error of its row.
   */
  public static Path masked(Path folder) {
    GraphProto graph =
        graph("masked")
            .addInput(list("ids", INT64))
            .addInput(list("mask", INT64))
            .addInput(scale())
            .addNode(node("look up", "Gather", "values", "table", "ids"))
            .addNode(cast("mask", "weights"))
            .addNode(node("widen", "Unsqueeze", "weight", "weights", "last axis"))
            .addNode(node("weigh", "Mul", "hidden", "values", "weight"))
            .addNode(sum("pool", "hidden", "sum", 0))
            .addNode(node("scale up", "Mul", "pooled", "sum", "scale"))
            .addNode(sum("count up", "weights", "count", 1))
            .addOutput(value("hidden", FLOAT, "L", WIDTH))
            .addOutput(value("pooled", FLOAT, WIDTH))
            .addOutput(value("count", FLOAT, 1))
            .build();
    return write(folder.resolve("masked.onnx"), graph);
  }

  /**
   * {@code mean} [N,4] = the average of the values of the ids, so that padding would show; input
   * {@code ids}: int64 [N,L].
   */
  public static Path averaged(Path folder) {
    GraphProto graph =
        graph("averaged")
            .addInput(list("ids", INT64))
            .addNode(node("look up", "Gather", "values", "table", "ids"))
            .addNode(
                node("average", "ReduceMean", "mean", "values").toBuilder()
                    .addAttribute(
                        AttributeProto.newBuilder()
                            .setName("axes")
                            .setType(AttributeProto.AttributeType.INTS)
                            .addInts(1))
                    .addAttribute(integer("keepdims", 0))
                    .build())
            .addOutput(value("mean", FLOAT, WIDTH))
            .build();
    return write(folder.resolve("averaged.onnx"), graph);
  }

  /**
   * {@code total} [N,1] = the sum of {@code left} [N,A] times the sum of {@code right} [N,B], both
   * floats.
   */
  public static Path pairs(Path folder) {
    GraphProto graph =
        graph("pairs")
            .addInput(value("left", FLOAT, "A"))
            .addInput(value("right", FLOAT, "B"))
            .addNode(sum("sum left", "left", "lefts", 1))
            .addNode(sum("sum right", "right", "rights", 1))
            .addNode(node("multiply", "Mul", "total", "lefts", "rights"))
            .addOutput(value("total", FLOAT, 1))
            .build();
    return write(folder.resolve("pairs.onnx"), graph);
  }

  private static GraphProto.Builder graph(String name) {
    TensorProto.Builder table =
        TensorProto.newBuilder()
            .setName("table")
            .setDataType(FLOAT)
            .addDims(VOCABULARY)
            .addDims(WIDTH);
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < VOCABULARY * WIDTH; i++) {
      table.addFloatData((float) (random.nextDouble() - 0.5));
    }
    return GraphProto.newBuilder()
        .setName(name)
        .addInitializer(table)
        .addInitializer(axes("last axis", 2))
        .addInitializer(axes("list axis", 1));
  }

  private static TensorProto axes(String name, long axis) {
    return TensorProto.newBuilder()
        .setName(name)
        .setDataType(INT64)
        .addDims(1)
        .addInt64Data(axis)
        .build();
  }

  private static NodeProto sum(String name, String input, String output, int keepdims) {
    return node(name, "ReduceSum", output, input, "list axis").toBuilder()
        .addAttribute(integer("keepdims", keepdims))
        .build();
  }

  private static NodeProto cast(String input, String output) {
    return node("cast " + input, "Cast", output, input).toBuilder()
        .addAttribute(integer("to", FLOAT))
        .build();
  }

  private static NodeProto node(String name, String op, String output, String... inputs) {
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

  private static ValueInfoProto scale() {
    return value("scale", FLOAT, 1);
  }

  private static ValueInfoProto list(String name, int type) {
    return value(name, type, "L");
  }

  /** A tensor [N,…] with lengths or names of lengths. */
  private static ValueInfoProto value(String name, int type, Object... dims) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    shape.addDim(TensorShapeProto.Dimension.newBuilder().setDimParam("N"));
    for (Object dim : dims) {
      shape.addDim(
          dim instanceof Integer length
              ? TensorShapeProto.Dimension.newBuilder().setDimValue(length)
              : TensorShapeProto.Dimension.newBuilder().setDimParam((String) dim));
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(TypeProto.Tensor.newBuilder().setElemType(type).setShape(shape)))
        .build();
  }

  private static Path write(Path file, GraphProto graph) {
    ModelProto model =
        ModelProto.newBuilder()
            .setIrVersion(8)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("").setVersion(17))
            .setGraph(graph)
            .build();
    try {
      return Files.write(file, model.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
