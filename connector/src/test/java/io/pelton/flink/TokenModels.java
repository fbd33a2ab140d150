package io.pelton.flink;

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

/** Small models that give a vector for each token of a text, as files. */
public final class TokenModels {
  /** Ids that the models know, from 0 on. */
  public static final int VOCABULARY = 200;

  /** Elements of a vector. */
  public static final int WIDTH = 5;

  private static final int FLOAT = TensorProto.DataType.FLOAT_VALUE;
  private static final int INT64 = TensorProto.DataType.INT64_VALUE;
  private static final long SEED = 11;

  private TokenModels() {}

  /**
   * {@code last_hidden_state} [N,L,5] = the vector of each of {@code input_ids} plus its {@code
   * token_type_ids}, both int64 [N,L]; {@code attention_mask} is not looked at, so that padding
   * shows.
   */
  public static Path encoder(Path folder) {
    return encoder(folder, "L");
  }

  /**
   * The same for lists of one length, as texts come padded.
   *
   * @param length of all lists
   */
  public static Path fixed(Path folder, int length) {
    return encoder(folder, length);
  }

  private static Path encoder(Path folder, Object length) {
    GraphProto graph =
        graph()
            .addInput(value("input_ids", INT64, length))
            .addInput(value("attention_mask", INT64, length))
            .addInput(value("token_type_ids", INT64, length))
            .addNode(node("Gather", "values", "table", "input_ids"))
            .addNode(node("Gather", "offsets", "table", "token_type_ids"))
            .addNode(node("Add", "last_hidden_state", "values", "offsets"))
            .addOutput(value("last_hidden_state", FLOAT, length, WIDTH))
            .build();
    return write(folder.resolve("encoder-" + length + ".onnx"), graph);
  }

  /** {@code vectors} [N,L,5] = the vector of each of {@code ids}: nothing but ids. */
  public static Path plain(Path folder) {
    GraphProto graph =
        graph()
            .addInput(value("ids", INT64, "L"))
            .addNode(node("Gather", "vectors", "table", "ids"))
            .addOutput(value("vectors", FLOAT, "L", WIDTH))
            .build();
    return write(folder.resolve("plain.onnx"), graph);
  }

  /** {@code embedding} [N,5] = the vector of {@code id}: int64 [N]. */
  public static Path single(Path folder) {
    GraphProto graph =
        graph()
            .addInput(value("id", INT64))
            .addNode(node("Gather", "embedding", "table", "id"))
            .addOutput(value("embedding", FLOAT, WIDTH))
            .build();
    return write(folder.resolve("single.onnx"), graph);
  }

  /** What the models know of an id. */
  public static float[] vector(int id) {
    SplittableRandom random = new SplittableRandom(SEED);
    float[] vector = new float[WIDTH];
    for (int i = 0; i < (id + 1) * WIDTH; i++) {
      float element = (float) (random.nextDouble() - 0.5);
      if (i >= id * WIDTH) {
        vector[i - id * WIDTH] = element;
      }
    }
    return vector;
  }

  private static GraphProto.Builder graph() {
    TensorProto.Builder table =
        TensorProto.newBuilder()
            .setName("table")
            .setDataType(FLOAT)
            .addDims(VOCABULARY)
            .addDims(WIDTH);
    for (int id = 0; id < VOCABULARY; id++) {
      for (float element : vector(id)) {
        table.addFloatData(element);
      }
    }
    return GraphProto.newBuilder().setName("tokens").addInitializer(table);
  }

  private static NodeProto node(String op, String output, String... inputs) {
    NodeProto.Builder node = NodeProto.newBuilder().setName(output).setOpType(op).addOutput(output);
    for (String input : inputs) {
      node.addInput(input);
    }
    return node.build();
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
