package io.pelton.cuda.kernel.conv;

import io.pelton.engine.graph.Activation;

/** Activations as {@code steps.cuh} numbers them. */
final class ActivationCodes {
  private ActivationCodes() {}

  static int of(Activation activation) {
    return switch (activation) {
      case NONE -> 0;
      case RELU -> 1;
      case SIGMOID -> 2;
      case TANH -> 3;
      case GELU -> 4;
      case GELU_TANH -> 5;
    };
  }
}
