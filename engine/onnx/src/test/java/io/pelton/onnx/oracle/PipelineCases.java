package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.oracle.Pipeline.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Tables with strings, numbers and missing values through encoders into a model. */
final class PipelineCases implements CaseFamily {
  @Override
  public GeneratedCase make(long seed) {
    Draw draw = new Draw(seed);
    Pipeline pipeline =
        new Pipeline(draw.one(9L, 11L, 12L, 13L, 15L, 17L, 19L, 21L), draw.between(1, 4));
    NumberColumns numbers = new NumberColumns(draw, pipeline);
    TextColumns texts = new TextColumns(draw, pipeline, numbers);
    List<Column> columns = new ArrayList<>();
    for (int left = draw.between(1, 3); left > 0; left--) {
      columns.add(texts.draw());
    }
    for (int left = draw.between(0, 3); left > 0; left--) {
      columns.add(numbers.draw());
    }
    Column features = join(draw, pipeline, columns);
    switch (draw.below(4)) {
      case 0 -> pipeline.output(features.name());
      case 1 -> regress(draw, pipeline, features);
      default -> classify(draw, pipeline, features);
    }
    return pipeline.finish("pipeline", seed);
  }

  private static Column join(Draw draw, Pipeline pipeline, List<Column> columns) {
    String names = columns.stream().map(Column::name).collect(Collectors.joining(","));
    int width = columns.stream().mapToInt(Column::width).sum();
    if (draw.chance(0.15)) {
      long[] widths = columns.stream().mapToLong(Column::width).toArray();
      return new Column(
          pipeline.addMl("FeatureVectorizer", names, integers("inputdimensions", widths)),
          DType.F32,
          width);
    }
    return new Column(
        pipeline.add("Concat", names, integer("axis", draw.one(1, -1))), DType.F32, width);
  }

  /** Sums over large features would differ by more than the comparison allows. */
  private static String bounded(String op, Pipeline pipeline, Column features) {
    return !op.startsWith("Tree")
        ? pipeline.addMl("Normalizer", features.name(), text("norm", "L2"))
        : features.name();
  }

  private static void regress(Draw draw, Pipeline pipeline, Column features) {
    String op = draw.one("TreeEnsembleRegressor", "LinearRegressor", "SVMRegressor");
    int width = features.width();
    String input = bounded(op, pipeline, features);
    AttributeProto[] attributes =
        agreed(
            op,
            () ->
                switch (op) {
                  case "LinearRegressor" -> LinearCases.regressor(draw, width);
                  case "SVMRegressor" -> SvmCases.regressor(draw, width);
                  default -> {
                    int targets = draw.between(1, 3);
                    yield TreeCases.regressor(draw, forest(draw, width, targets), targets);
                  }
                });
    pipeline.output(pipeline.addMl(op, input, attributes));
  }

  private static void classify(Draw draw, Pipeline pipeline, Column features) {
    String op =
        draw.one(
            "TreeEnsembleClassifier",
            "TreeEnsembleClassifier",
            "LinearClassifier",
            "SVMClassifier");
    int width = features.width();
    AttributeProto[] attributes =
        agreed(
            op,
            () ->
                switch (op) {
                  case "LinearClassifier" -> LinearCases.classifier(draw, width);
                  case "SVMClassifier" -> SvmCases.classifier(draw, width);
                  default -> {
                    int classes = draw.between(2, 4);
                    yield TreeCases.classifier(draw, forest(draw, width, classes), classes);
                  }
                });
    pipeline.addClassifier(op, bounded(op, pipeline, features), attributes);
    AttributeProto labels =
        Arrays.stream(attributes)
            .filter(attribute -> attribute.getName().startsWith("classlabels_"))
            .findFirst()
            .orElseThrow();
    boolean hasScorePerLabel =
        !op.equals("SVMClassifier") || labels.getIntsCount() + labels.getStringsCount() < 4;
    if (hasScorePerLabel && draw.chance(0.6)) {
      zip(pipeline, labels);
    }
    boolean isLogistic = post(attributes).equals("LOGISTIC"); // the peer's reaches 0 much earlier
    if (!isLogistic && draw.chance(0.3)) {
      pipeline.output(
          pipeline.add("ArgMax", "scores", integer("axis", 1), integer("keepdims", draw.below(2))));
    }
  }

  private static void zip(Pipeline pipeline, AttributeProto labels) {
    boolean isText = labels.getStringsCount() > 0;
    AttributeProto renamed =
        labels.toBuilder().setName(isText ? "classlabels_strings" : "classlabels_int64s").build();
    pipeline.output(pipeline.addMl("ZipMap", "scores", renamed));
  }

  private static ForestDraw forest(Draw draw, int features, int targets) {
    return new ForestDraw(
        draw,
        features,
        targets,
        feature -> draw.chance(0.4) ? 0.5 : FeatureDraw.threshold(draw, DType.F32),
        false);
  }

  /** Draws until there is a model that the peer gets right. */
  private static AttributeProto[] agreed(String op, Supplier<AttributeProto[]> drawn) {
    while (true) {
      AttributeProto[] attributes = drawn.get();
      NodeProto node =
          NodeProto.newBuilder().setOpType(op).addAllAttribute(Arrays.asList(attributes)).build();
      if (!post(attributes).equals("PROBIT") && PeerDeviations.of(node).isEmpty()) {
        return attributes;
      }
    }
  }

  private static String post(AttributeProto... attributes) {
    return Arrays.stream(attributes)
        .filter(attribute -> attribute.getName().equals("post_transform"))
        .map(attribute -> attribute.getS().toStringUtf8())
        .findFirst()
        .orElse("NONE");
  }
}
