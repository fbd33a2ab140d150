package io.pelton.engine.kernel;

/**
 * How far a kernel's results may lie from those of the scalar twin: the backend's plain kernel for
 * the op, which sums in the one fixed order.
 *
 * @param maxUlps bound for every element, in units in the last place of the output's dtype;
 *     infinite where there is none, as for kernels that compute in a narrower dtype
 * @param isBitStable the same operands give the same bits in every run and in every batch
 */
public record Precision(double maxUlps, boolean isBitStable) {
  /** The scalar twin's bits, always. */
  public static final Precision EXACT_BITS = new Precision(0, true);

  /** Stable, without a bound. */
  public static final Precision REDUCED = new Precision(Double.POSITIVE_INFINITY, true);

  public Precision {
    if (!(maxUlps >= 0) || (maxUlps == 0 && !isBitStable)) {
      throw new IllegalArgumentException(
          "a bound of " + maxUlps + " ulps" + (isBitStable ? "" : " that is not bit-stable"));
    }
  }

  /** Stable, within a bound. */
  public static Precision within(double ulps) {
    return new Precision(ulps, true);
  }

  /** The same bound, where runs may differ. */
  public Precision unstable() {
    return new Precision(maxUlps, false);
  }

  public boolean isExact() {
    return maxUlps == 0;
  }

  /** True when the bound is at least as tight as the floor's. */
  public boolean meets(Precision floor) {
    return maxUlps <= floor.maxUlps;
  }

  @Override
  public String toString() {
    String bound =
        isExact()
            ? "exact bits"
            : Double.isInfinite(maxUlps) ? "reduced" : "within " + maxUlps + " ulps";
    return isBitStable ? bound : bound + ", not bit-stable";
  }
}
