package io.pelton.examples.cli.verify;

import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Element by element. */
record Pairwise(Elements elements) implements ElementComparison {
  /** Two arrays whose elements are compared by their indices. */
  sealed interface Elements {
    int count();

    boolean agree(int expectedIndex, int actualIndex);

    /** The two elements, as {@code expected but found actual}. */
    String describe(int expectedIndex, int actualIndex);
  }

  @Override
  public Optional<String> difference(IntUnaryOperator partner, IntFunction<String> place) {
    int first = -1;
    int differing = 0;
    for (int i = 0; i < elements.count(); i++) {
      if (!elements.agree(i, partner.applyAsInt(i))) {
        first = first < 0 ? i : first;
        differing++;
      }
    }
    if (first < 0) {
      return Optional.empty();
    }
    String both = elements.describe(first, partner.applyAsInt(first));
    return Optional.of(
        "%s: expected %s; %d of %d elements differ"
            .formatted(place.apply(first), both, differing, elements.count()));
  }

  record Strings(String[] expected, String[] actual) implements Elements {
    @Override
    public int count() {
      return expected.length;
    }

    @Override
    public boolean agree(int expectedIndex, int actualIndex) {
      return expected[expectedIndex].equals(actual[actualIndex]);
    }

    @Override
    public String describe(int expectedIndex, int actualIndex) {
      return "'" + expected[expectedIndex] + "' but found '" + actual[actualIndex] + "'";
    }
  }

  record Integers(long[] expected, long[] actual, boolean isUnsigned) implements Elements {
    @Override
    public int count() {
      return expected.length;
    }

    @Override
    public boolean agree(int expectedIndex, int actualIndex) {
      return expected[expectedIndex] == actual[actualIndex];
    }

    @Override
    public String describe(int expectedIndex, int actualIndex) {
      return text(expected[expectedIndex]) + " but found " + text(actual[actualIndex]);
    }

    private String text(long value) {
      return isUnsigned ? Long.toUnsignedString(value) : Long.toString(value);
    }
  }

  record Floats(double[] expected, double[] actual, boolean isDouble, Tolerance tolerance)
      implements Elements {
    @Override
    public int count() {
      return expected.length;
    }

    @Override
    public boolean agree(int expectedIndex, int actualIndex) {
      return tolerance.accepts(expected[expectedIndex], actual[actualIndex]);
    }

    @Override
    public String describe(int expectedIndex, int actualIndex) {
      return "%s but found %s (rtol %s, atol %s)"
          .formatted(
              text(expected[expectedIndex]),
              text(actual[actualIndex]),
              tolerance.rtol(),
              tolerance.atol());
    }

    private String text(double value) {
      return isDouble ? Double.toString(value) : Float.toString((float) value);
    }
  }
}
