package io.pelton.flink;

import static io.pelton.flink.TestModels.node;
import static io.pelton.flink.TestModels.value;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.nio.file.Path;
import java.util.Random;

/** Small models as queries use them. */
public final class PredictModels {
  /** Features of {@link #classifier}. */
  public static final int FEATURES = 24;

  /** Classes of {@link #classifier}. */
  public static final int CLASSES = 5;

  private PredictModels() {}

  /**
   * {@code label}: int64 [N], {@code probabilities}: float [N,{@value #CLASSES}] = softmax of a
   * product with random weights; input {@code features}: float [N,{@value #FEATURES}].
   */
  public static Path classifier(Path folder) {
    TensorProto.Builder weights =
        TensorProto.newBuilder()
            .setName("w")
            .setDataType(DataType.FLOAT_VALUE)
            .addDims(FEATURES)
            .addDims(CLASSES);
    Random random = new Random(11);
    for (int i = 0; i < FEATURES * CLASSES; i++) {
      weights.addFloatData((float) random.nextGaussian());
    }
    GraphProto graph =
        GraphProto.newBuilder()
            .setName("classifier")
            .addInput(value("features", DataType.FLOAT_VALUE, FEATURES))
            .addInitializer(weights)
            .addNode(node("multiply", "MatMul", "logits", "features", "w"))
            .addNode(
                node("softmax", "Softmax", "probabilities", "logits").toBuilder()
                    .addAttribute(integer("axis", 1)))
            .addNode(
                node("best", "ArgMax", "label", "logits").toBuilder()
                    .addAttribute(integer("axis", 1))
                    .addAttribute(integer("keepdims", 0)))
            .addOutput(rows("label", DataType.INT64_VALUE))
            .addOutput(value("probabilities", DataType.FLOAT_VALUE, CLASSES))
            .build();
    return TestModels.write(folder.resolve("classifier.onnx"), graph);
  }

  private static ValueInfoProto rows(String name, int type) {
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder()
                        .setElemType(type)
                        .setShape(
                            TensorShapeProto.newBuilder()
                                .addDim(Dimension.newBuilder().setDimParam("N")))))
        .build();
  }

  private static AttributeProto integer(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }
}
