package io.pelton.engine.optimize;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What an optimization did.
 *
 * @param applied how often each rule was, by name, in the order of the registry; 0 included
 * @param sweeps over the graph until nothing changed any more, of all families
 * @param visits of nodes in these sweeps
 */
public record OptimizationReport(Map<String, Integer> applied, int sweeps, long visits) {
  public OptimizationReport {
    applied = Collections.unmodifiableMap(new LinkedHashMap<>(applied));
  }

  /**
   * How often the rule was applied.
   *
   * @throws IllegalArgumentException for a name that no rule of the registry has
   */
  public int count(String rule) {
    Integer count = applied.get(rule);
    if (count == null) {
      throw new IllegalArgumentException("no rule '" + rule + "' among " + applied.keySet());
    }
    return count;
  }

  /** Both optimizations, by one registry. */
  public OptimizationReport plus(OptimizationReport other) {
    Map<String, Integer> sums = new LinkedHashMap<>(applied);
    other.applied.forEach((rule, count) -> sums.merge(rule, count, Integer::sum));
    return new OptimizationReport(sums, sweeps + other.sweeps, visits + other.visits);
  }

  public int total() {
    return applied.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The rules that were applied, with their counts. */
  @Override
  public String toString() {
    return applied.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .map(entry -> entry.getKey() + " x" + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
