package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Operators that prepare columns. */
final class FeatureDraws {
  private static final Set<DType> FEATURES = EnumSet.of(DType.F32, DType.F64, DType.I64, DType.I32);

  private FeatureDraws() {}

  static void addTo(OperatorDraws draws) {
    Set<DType> withTexts = OperatorDraws.union(FEATURES, EnumSet.of(DType.STRING));
    draws.addMl("ArrayFeatureExtractor", withTexts, FeatureDraws::extract);
    draws.addMl("Binarizer", FEATURES, FeatureDraws::binarize);
    draws.addMl("FeatureVectorizer", FEATURES, FeatureDraws::join);
    draws.addMl("Imputer", FEATURES, FeatureDraws::impute);
    draws.addMl("Normalizer", FEATURES, FeatureDraws::normalize);
    draws.addMl("OneHotEncoder", withTexts, FeatureDraws::oneHot);
    draws.addMl("Scaler", FEATURES, FeatureDraws::scale);
    draws.addMl("ZipMap", EnumSet.of(DType.F32), FeatureDraws::zip);
  }

  private static long[] columns(NodeCase node) {
    return node.values().shape(1, 2);
  }

  /** Sometimes results are F32 whatever goes in. */
  private static void givesFloat(NodeCase node) {
    node.tolerance(Tolerance.of(DType.F32)).sums();
  }

  private static void extract(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().lengths(draw.between(1, 3));
    node.input(node.values().odd(node.dtype(), dims));
    int length = (int) dims[dims.length - 1];
    long count = draw.between(1, 5);
    long[] own = draw.chance(0.5) ? new long[] {count} : new long[] {1, count};
    node.operand(node.values().between(DType.I64, 0, length - 1, own));
  }

  private static void binarize(NodeCase node) {
    node.input(node.values().plain(node.dtype(), node.values().shape(1, 3)));
    if (node.draw().chance(0.8)) {
      node.attribute(number("threshold", node.draw().simple()));
    }
  }

  private static void join(NodeCase node) {
    Draw draw = node.draw();
    long rows = draw.chance(0.06) ? 0 : draw.between(1, 4);
    int parts = draw.between(1, 3);
    long[] lengths = new long[parts];
    for (int i = 0; i < parts; i++) {
      lengths[i] = draw.between(1, 4);
      node.operand(node.values().plain(node.dtype(), rows, lengths[i]));
    }
    node.attribute(integers("inputdimensions", lengths));
    if (rows == 0) {
      node.beyondPeer("It divides by the number of rows.");
    }
    givesFloat(node);
  }

  private static void impute(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = columns(node);
    int features = draw.chance(0.4) ? 1 : Math.max(1, (int) dims[dims.length - 1]);
    if (node.dtype().isFloat()) {
      float replaced = draw.one(Float.NaN, Float.NaN, 0f, 1f, -0.5f);
      double[] some = {replaced, 0, -0.5, 1.25, Double.POSITIVE_INFINITY};
      node.input(Values.floats(node.dtype(), () -> some[draw.below(some.length)], dims));
      node.attribute(numbers("imputed_value_floats", draw.normals(features)));
      if (replaced != 0 || draw.chance(0.5)) {
        node.attribute(number("replaced_value_float", replaced));
      }
      return;
    }
    node.input(node.values().between(node.dtype(), -2, 2, dims));
    node.attribute(
        integers(
            "imputed_value_int64s", node.values().between(DType.I64, -99, 99, features).toLongs()));
    if (draw.chance(0.7)) {
      node.attribute(integer("replaced_value_int64", draw.between(-2, 2)));
    }
  }

  private static void normalize(NodeCase node) {
    node.input(node.values().plain(node.dtype(), columns(node)));
    if (node.draw().chance(0.8)) {
      node.attribute(text("norm", node.draw().one("MAX", "L1", "L2")));
    }
    givesFloat(node);
  }

  private static void scale(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = columns(node);
    node.input(node.values().plain(node.dtype(), dims));
    int features = draw.chance(0.4) ? 1 : Math.max(1, (int) dims[dims.length - 1]);
    node.attribute(numbers("offset", draw.normals(features)));
    node.attribute(numbers("scale", draw.normals(features)));
    givesFloat(node);
  }

  /** Floats are cut to integers. */
  private static void oneHot(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 3);
    if (node.dtype() == DType.STRING) {
      node.input(node.values().texts(dims));
      node.attribute(
          texts(
              "cats_strings",
              draw.sample(draw.between(1, 4), List.of("a", "b", "", "ä", "Ab"))
                  .toArray(new String[0])));
    } else {
      Tensor features =
          node.dtype().isFloat()
              ? Values.floats(node.dtype(), () -> draw.between(-6, 14) / 2.0, dims)
              : node.values().between(node.dtype(), -3, 7, dims);
      node.input(features);
      node.attribute(
          integers(
              "cats_int64s",
              draw.order(draw.between(1, 7)).stream().mapToLong(number -> number - 2).toArray()));
    }
    if (draw.chance(0.5)) {
      node.attribute(integer("zeros", draw.chance(0.9) ? 1 : 0));
    }
    givesFloat(node);
  }

  private static void zip(NodeCase node) {
    Draw draw = node.draw();
    int classes = draw.between(1, 4);
    boolean isBatch = draw.chance(0.7);
    long rows = draw.between(1, 4);
    node.input(
        isBatch
            ? node.values().odd(DType.F32, rows, classes)
            : node.values().odd(DType.F32, classes));
    if (draw.chance(0.5)) {
      node.attribute(
          texts(
              "classlabels_strings",
              draw.sample(classes, List.of("a", "b", "", "ä", "Ab")).toArray(new String[0])));
    } else {
      node.attribute(
          integers(
              "classlabels_int64s",
              draw.order(9).stream().limit(classes).mapToLong(number -> number - 4).toArray()));
    }
  }
}
