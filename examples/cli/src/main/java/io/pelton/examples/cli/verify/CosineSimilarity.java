package io.pelton.examples.cli.verify;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Two vectors by the cosine of the angle between them. NaN and infinities must be the same at the
 * same places and take no part in it; two vectors of zeros have the same direction.
 */
record CosineSimilarity(double[] expected, double[] actual, double smallest)
    implements ElementComparison {
  @Override
  public Optional<String> difference(IntUnaryOperator partner, IntFunction<String> place) {
    double product = 0;
    double expectedSquares = 0;
    double actualSquares = 0;
    for (int i = 0; i < expected.length; i++) {
      double e = expected[i];
      double a = actual[partner.applyAsInt(i)];
      if (Double.isFinite(e) && Double.isFinite(a)) {
        product += e * a;
        expectedSquares += e * e;
        actualSquares += a * a;
      } else if (Double.compare(e, a) != 0) {
        return Optional.of("%s: expected %s but found %s".formatted(place.apply(i), e, a));
      }
    }
    double cosine = cosine(product, expectedSquares, actualSquares);
    return cosine >= smallest
        ? Optional.empty()
        : Optional.of(
            "cosine similarity should be at least %s but is %s".formatted(smallest, cosine));
  }

  private static double cosine(double product, double expectedSquares, double actualSquares) {
    if (expectedSquares == 0 && actualSquares == 0) {
      return 1;
    }
    double norms = Math.sqrt(expectedSquares) * Math.sqrt(actualSquares);
    return norms == 0 ? 0 : product / norms;
  }
}
