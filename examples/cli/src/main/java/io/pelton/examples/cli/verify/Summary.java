package io.pelton.examples.cli.verify;

import java.util.EnumMap;
import java.util.Map;

/** Counts results. */
final class Summary {
  private final Map<CaseResult.Status, Integer> counts = new EnumMap<>(CaseResult.Status.class);

  void add(CaseResult result) {
    counts.merge(result.status(), 1, Integer::sum);
  }

  int cases() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  int failed() {
    return count(CaseResult.Status.FAIL) + count(CaseResult.Status.ERROR);
  }

  private int count(CaseResult.Status status) {
    return counts.getOrDefault(status, 0);
  }

  @Override
  public String toString() {
    return "%d passed, %d failed, %d skipped"
        .formatted(count(CaseResult.Status.PASS), failed(), count(CaseResult.Status.UNSUPPORTED));
  }
}
