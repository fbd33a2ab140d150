package io.pelton.cuda.kernel;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.kernel.RngOptions.Generator;

/** The numbers by which kernels know what ops of the engine ask for. */
public final class EngineCodes {
  private EngineCodes() {}

  /** {@code Scaling} in {@code attention.cu}. */
  public static int of(Scaling scaling) {
    return switch (scaling) {
      case NONE -> 0;
      case MULTIPLY -> 1;
      case DIVIDE -> 2;
    };
  }

  /** {@code Activation} in {@code steps.cuh}. */
  public static int of(Activation activation) {
    return switch (activation) {
      case NONE -> 0;
      case RELU -> 1;
      case SIGMOID -> 2;
      case TANH -> 3;
      case GELU -> 4;
      case GELU_TANH -> 5;
    };
  }

  /** {@code Combination} in {@code index.cu}. */
  public static int of(Combination combination) {
    return switch (combination) {
      case REPLACE -> 0;
      case ADD -> 1;
      case MULTIPLY -> 2;
      case MAX -> 3;
      case MIN -> 4;
    };
  }

  /** {@code Generator} in {@code random.cu}. */
  public static int of(Generator generator) {
    return switch (generator) {
      case PHILOX -> 0;
      case ZERO -> 1;
      case ONNX_RUNTIME -> 2;
    };
  }
}
