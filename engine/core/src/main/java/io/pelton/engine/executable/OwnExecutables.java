package io.pelton.engine.executable;

import java.util.TreeMap;
import java.util.function.Supplier;

/** Executables of one session alone, made when they are needed and closed when they are not. */
final class OwnExecutables implements DecodeExecutables {
  private final Supplier<ExecutableGraph> first;
  private final TreeMap<Long, ExecutableGraph> byUpper = new TreeMap<>();

  /**
   * @param first makes one where there is none to fork
   */
  OwnExecutables(Supplier<ExecutableGraph> first) {
    this.first = first;
  }

  @Override
  public ExecutableGraph at(long upper) {
    ExecutableGraph known = byUpper.get(upper);
    if (known == null) {
      known = byUpper.isEmpty() ? first.get() : fork(byUpper.lastEntry().getValue());
      byUpper.put(upper, known);
    }
    return known;
  }

  static ExecutableGraph fork(ExecutableGraph source) {
    return source.capability(Forking.class).orElseThrow().fork();
  }

  @Override
  public void release(ExecutableGraph executable) {
    byUpper.values().remove(executable);
    executable.close();
  }
}
