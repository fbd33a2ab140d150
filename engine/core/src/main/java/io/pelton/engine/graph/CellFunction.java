package io.pelton.engine.graph;

/**
 * A function that a recurrent cell applies element by element, with the names and meanings of
 * ai.onnx.
 *
 * @param alpha of the kinds that have it; 0 for the others
 * @param beta likewise
 */
public record CellFunction(Kind kind, float alpha, float beta) {
  /** The formula. */
  public enum Kind {
    RELU(0),
    TANH(0),
    SIGMOID(0),
    SOFTSIGN(0),
    SOFTPLUS(0),
    LEAKY_RELU(1),
    THRESHOLDED_RELU(1),
    ELU(1),
    AFFINE(2),
    SCALED_TANH(2),
    HARD_SIGMOID(2);

    private final int parameters;

    Kind(int parameters) {
      this.parameters = parameters;
    }

    public boolean hasAlpha() {
      return parameters > 0;
    }

    public boolean hasBeta() {
      return parameters > 1;
    }
  }

  /** A function without parameters. */
  public static CellFunction of(Kind kind) {
    return new CellFunction(kind, 0, 0);
  }
}
