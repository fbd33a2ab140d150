package io.pelton.engine.plan;

import io.pelton.engine.plan.judge.Verdict;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What one run of a node costs with one kernel.
 *
 * @param estimatedNanos by the device's roofline, or a move's price; NaN where that has none
 * @param verdict what was measured, or why nothing was
 * @param choice why it was taken before others of equal results; empty where there are none
 */
public record Cost(double estimatedNanos, Verdict verdict, String choice) {
  static Cost of(double estimatedNanos, Verdict verdict) {
    return new Cost(estimatedNanos, verdict, "");
  }

  /** Of a move between devices. */
  static Cost ofMove(OptionalDouble price) {
    return of(price.orElse(Double.NaN), new Verdict.Unknown("moves are priced, not measured"));
  }

  /** The measurement, where there is one, else the estimate. */
  public double nanos() {
    return verdict.measuredNanos().orElse(estimatedNanos);
  }

  /**
   * {@code 1.2 us estimated, 340 ns measured}, {@code 1.2 us estimated}, {@code unpriced}; then why
   * the kernel was chosen.
   */
  @Override
  public String toString() {
    return choice.isEmpty() ? nanosText() : nanosText() + ", " + choice;
  }

  private String nanosText() {
    String estimate =
        Double.isNaN(estimatedNanos) ? "unpriced" : amount(estimatedNanos) + " estimated";
    OptionalDouble measured = verdict.measuredNanos();
    return measured.isPresent()
        ? estimate + ", " + amount(measured.getAsDouble()) + " measured"
        : estimate;
  }

  static String amount(double nanos) {
    return nanos < 1_000
        ? String.format(Locale.ROOT, "%.0f ns", nanos)
        : String.format(Locale.ROOT, "%,.1f us", nanos / 1_000);
  }
}
