package io.pelton.engine.graph;

/** What ai.onnx.ml classifiers and regressors do to their scores at the end. */
public enum PostTransform {
  NONE,
  SOFTMAX,
  LOGISTIC,
  /** Softmax in which a score of exactly 0 stays 0. */
  SOFTMAX_ZERO,
  PROBIT
}
