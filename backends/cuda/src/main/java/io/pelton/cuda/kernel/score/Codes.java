package io.pelton.cuda.kernel.score;

import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.SupportVectors;

/** The numbers by which kernels know what models are made of. */
public final class Codes {
  private Codes() {}

  /** {@code PostTransform} in {@code score.cuh}. */
  public static int of(PostTransform post) {
    return switch (post) {
      case NONE -> 0;
      case SOFTMAX -> 1;
      case LOGISTIC -> 2;
      case SOFTMAX_ZERO -> 3;
      case PROBIT -> 4;
    };
  }

  /** {@code PairRule} in {@code score.cuh}. */
  public static int of(PairRule rule) {
    return switch (rule) {
      case COMPLEMENT -> 0;
      case OPPOSITE -> 1;
      case LOGISTIC -> 2;
      case PROBIT -> 3;
    };
  }

  /** {@code FinishMode} in {@code score.cuh}. */
  static int of(Finish.Mode mode) {
    return switch (mode) {
      case SCORES -> 0;
      case ONE_LABEL -> 1;
      case PAIR -> 2;
      case CLASSES -> 3;
      case SECOND_ABOVE -> 4;
      case SECOND_FROM -> 5;
    };
  }

  /** {@code Aggregate} in {@code tree.cu}. */
  public static int of(Aggregate aggregate) {
    return switch (aggregate) {
      case SUM -> 0;
      case AVERAGE -> 1;
      case MIN -> 2;
      case MAX -> 3;
    };
  }

  /** {@code VectorKernelKind} in {@code svm.cu}. */
  public static int of(SupportVectors.Kernel kernel) {
    return switch (kernel) {
      case LINEAR -> 0;
      case POLY -> 1;
      case RBF -> 2;
      case SIGMOID -> 3;
    };
  }
}
