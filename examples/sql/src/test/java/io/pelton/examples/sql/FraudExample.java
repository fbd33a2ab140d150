package io.pelton.examples.sql;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Makes the model and the streams of {@code fraud.sql}: purchases and logins of a few made-up
 * accounts, and a logistic regression with weights by hand.
 */
final class FraudExample {
  static final List<String> FEATURES = List.of("amount", "seconds", "failures", "abroad");

  private static final float[] OFFSETS = {80, 300, 1, 0};
  private static final float[] SCALES = {1f / 120, 1f / 300, 0.5f, 1};
  private static final float[] WEIGHTS = {1.5f, -0.75f, 1.25f, 2};
  private static final float INTERCEPT = -1.5f;

  private static final LocalDateTime START = LocalDateTime.of(2026, 1, 5, 8, 0);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final List<String> COUNTRIES = List.of("DE", "FR", "PL", "US");
  private static final int EVENTS = 240;

  /** One purchase. */
  record Purchase(long id, String account, float amount, String country, LocalDateTime time) {
    String json() {
      return String.format(
          Locale.ROOT,
          "{\"id\":%d,\"account\":\"%s\",\"amount\":%s,\"country\":\"%s\",\"ts\":\"%s\"}",
          id,
          account,
          amount,
          country,
          TIME.format(time));
    }
  }

  /** One login, after as many failures. */
  record Login(String account, int failures, String country, LocalDateTime time) {
    String csv() {
      return account + "," + failures + "," + country + "," + TIME.format(time);
    }
  }

  final List<Purchase> purchases = new ArrayList<>();
  final List<Login> logins = new ArrayList<>();

  FraudExample() {
    Random random = new Random(11);
    LocalDateTime time = START;
    for (int event = 0; event < EVENTS; event++) {
      time = time.plusSeconds(1 + random.nextInt(90));
      String account = "A" + random.nextInt(12);
      String country = COUNTRIES.get(random.nextInt(COUNTRIES.size()));
      if (random.nextInt(5) < 2) {
        logins.add(new Login(account, Math.max(0, random.nextInt(6) - 2), country, time));
      } else {
        float amount = random.nextInt(40_000) / 100f;
        purchases.add(new Purchase(1 + purchases.size(), account, amount, country, time));
      }
    }
  }

  /** Writes the files anew. */
  public static void main(String[] arguments) throws IOException {
    new FraudExample().write(Checkout.SQL);
  }

  void write(Path folder) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    write(data.resolve("purchases.json"), purchases.stream().map(Purchase::json).toList());
    write(data.resolve("logins.csv"), logins.stream().map(Login::csv).toList());
    Path models = Files.createDirectories(folder.resolve("models"));
    Files.write(models.resolve("fraud.onnx"), model().toByteArray());
  }

  private static void write(Path file, List<String> lines) throws IOException {
    Files.writeString(file, String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }

  private static ModelProto model() {
    GraphProto.Builder graph = GraphProto.newBuilder().setName("fraud");
    FEATURES.forEach(name -> graph.addInput(matrix(name, 1)));
    graph
        .addNode(
            node("features", "Concat", "features")
                .addAllInput(FEATURES)
                .addAttribute(attribute("axis", AttributeType.INT).setI(1)))
        .addNode(
            node("scale", "Scaler", "scaled")
                .setDomain("ai.onnx.ml")
                .addInput("features")
                .addAttribute(floats("offset", OFFSETS))
                .addAttribute(floats("scale", SCALES)))
        .addNode(
            node("classify", "LinearClassifier", "label")
                .setDomain("ai.onnx.ml")
                .addOutput("probabilities")
                .addInput("scaled")
                .addAttribute(floats("coefficients", coefficients()))
                .addAttribute(floats("intercepts", new float[] {-INTERCEPT, INTERCEPT}))
                .addAttribute(
                    attribute("classlabels_strings", AttributeType.STRINGS)
                        .addStrings(ByteString.copyFromUtf8("fine"))
                        .addStrings(ByteString.copyFromUtf8("fraud")))
                .addAttribute(
                    attribute("post_transform", AttributeType.STRING)
                        .setS(ByteString.copyFromUtf8("SOFTMAX"))))
        .addOutput(labels())
        .addOutput(matrix("probabilities", 2));
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .setProducerName("pelton-examples")
        .setDocString("Chance that a purchase is fraud. Weights are made up.")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
        .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("ai.onnx.ml").setVersion(3))
        .setGraph(graph)
        .build();
  }

  private static float[] coefficients() {
    float[] both = new float[2 * WEIGHTS.length];
    for (int i = 0; i < WEIGHTS.length; i++) {
      both[i] = -WEIGHTS[i];
      both[WEIGHTS.length + i] = WEIGHTS[i];
    }
    return both;
  }

  private static NodeProto.Builder node(String name, String operator, String output) {
    return NodeProto.newBuilder().setName(name).setOpType(operator).addOutput(output);
  }

  private static AttributeProto.Builder attribute(String name, AttributeType type) {
    return AttributeProto.newBuilder().setName(name).setType(type);
  }

  private static AttributeProto.Builder floats(String name, float[] values) {
    AttributeProto.Builder attribute = attribute(name, AttributeType.FLOATS);
    for (float value : values) {
      attribute.addFloats(value);
    }
    return attribute;
  }

  private static ValueInfoProto.Builder matrix(String name, int width) {
    return value(
        name, DataType.FLOAT_VALUE, rows().addDim(Dimension.newBuilder().setDimValue(width)));
  }

  private static ValueInfoProto.Builder labels() {
    return value("label", DataType.STRING_VALUE, rows());
  }

  private static TensorShapeProto.Builder rows() {
    return TensorShapeProto.newBuilder().addDim(Dimension.newBuilder().setDimParam("N"));
  }

  private static ValueInfoProto.Builder value(
      String name, int type, TensorShapeProto.Builder shape) {
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(TypeProto.Tensor.newBuilder().setElemType(type).setShape(shape)));
  }
}
