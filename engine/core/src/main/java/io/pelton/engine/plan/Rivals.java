package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Kernels of one node whose results are the same bits, so that a measurement may choose. */
final class Rivals {
  /** What another kernel has to be faster than, relative to the first: less than that is noise. */
  private static final double CLEARLY = 0.9;

  private Rivals() {}

  /**
   * By what was measured where all were, else by estimates; the first one says why it is.
   *
   * @param byEstimate the preferred one first
   * @param packingNanos as {@link CostModel#rank} takes it
   */
  static List<Ranked> byCost(
      List<Ranked> byEstimate, ToDoubleFunction<Alternative> packingNanos) {
    if (byEstimate.size() < 2) {
      return byEstimate;
    }
    boolean areMeasured =
        byEstimate.stream().allMatch(rival -> rival.cost().verdict().measuredNanos().isPresent());
    Ranked preferred = byEstimate.get(0);
    List<Ranked> ordered = new ArrayList<>(byEstimate);
    ordered.sort(
        Comparator.comparingDouble(
            rival -> {
              Cost cost = rival.cost();
              double nanos = areMeasured ? cost.nanos() : cost.estimatedNanos();
              double all = nanos + packingNanos.applyAsDouble(rival.alternative());
              return areMeasured && rival.equals(preferred) ? CLEARLY * all : all;
            }));
    Ranked first = ordered.get(0);
    ordered.set(0, first.because(areMeasured ? measured(ordered) : unmeasured(ordered)));
    return ordered;
  }

  private static String measured(List<Ranked> ordered) {
    StringBuilder text = new StringBuilder("chosen by measurement");
    for (Ranked other : ordered.subList(1, ordered.size())) {
      text.append(", ").append(other.alternative().name()).append(' ');
      text.append(Cost.amount(other.cost().nanos()));
    }
    return text.toString();
  }

  /** The first by estimate, since one of them is not known. */
  private static String unmeasured(List<Ranked> ordered) {
    return "chosen by default out of " + ordered.size();
  }
}
