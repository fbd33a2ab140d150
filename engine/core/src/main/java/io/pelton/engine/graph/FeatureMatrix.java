package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;

/**
 * What the operators of ai.onnx.ml ask of a feature matrix: [N, F], or [F], which counts as one
 * row.
 */
final class FeatureMatrix {
  private FeatureMatrix() {}

  static void checkFeatures(Inference in, int features) {
    Extent columns = columns(in);
    in.check(
        !columns.isFixed() || columns.max() >= features,
        "needs " + features + " features but the input is " + in.shape(0));
  }

  static Extent columns(Inference in) {
    Shape shape = in.shape(0);
    in.check(shape.rank() == 1 || shape.rank() == 2, "the input should be [N, F] but is " + shape);
    return shape.extent(shape.rank() - 1);
  }

  static Extent rows(Inference in) {
    Shape shape = in.shape(0);
    in.check(shape.rank() == 1 || shape.rank() == 2, "the input should be [N, F] but is " + shape);
    return shape.rank() == 1 ? Extent.fixed(1) : shape.extent(0);
  }

  static void checkScorable(Inference in) {
    DType dtype = in.dtype(0);
    boolean admissible =
        dtype == DType.F32 || dtype == DType.F64 || dtype == DType.I64 || dtype == DType.I32;
    in.check(admissible, "the input should be F32, F64, I64 or I32 but is " + dtype);
  }

  /** A single row without a row axis would take the batch for its features. */
  static boolean isMatrix(Inference in) {
    return in.shape(0).rank() == 2;
  }
}
