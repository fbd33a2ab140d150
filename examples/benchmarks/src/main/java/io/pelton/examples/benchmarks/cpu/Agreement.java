package io.pelton.examples.benchmarks.cpu;

/** How close a case's results must be to the peer's. */
enum Agreement {
  /** Element by element, to a thousandth. */
  ELEMENTS {
    @Override
    void check(String name, float[] ours, float[] theirs) {
      for (int i = 0; i < ours.length; i++) {
        if (!(Math.abs(ours[i] - theirs[i]) <= 1e-3 * Math.max(1, Math.abs(theirs[i])))) {
          throw new IllegalStateException(
              "%s: element %d is %s here and %s there".formatted(name, i, ours[i], theirs[i]));
        }
      }
    }
  },

  /**
   * By the cosine of the angle between the results. One rounding in a dynamic quantization moves
   * all that follows by a step, so that elements of deep quantized models agree to a step only.
   */
  DIRECTION {
    @Override
    void check(String name, float[] ours, float[] theirs) {
      double product = 0;
      double us = 0;
      double them = 0;
      for (int i = 0; i < ours.length; i++) {
        product += (double) ours[i] * theirs[i];
        us += (double) ours[i] * ours[i];
        them += (double) theirs[i] * theirs[i];
      }
      double cosine = product / Math.sqrt(us * them);
      if (!(cosine > 0.99)) {
        throw new IllegalStateException(
            "%s: the cosine between both sides' results is %s".formatted(name, cosine));
      }
    }
  };

  /** Throws what tells the difference when it is too large. */
  abstract void check(String name, float[] ours, float[] theirs);
}
