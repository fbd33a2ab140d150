package io.pelton.engine.executable;

import io.pelton.engine.error.ConcurrentUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The programs of one compiled graph that executables use: one for all of a family that was forked
 * from one another. Thread-safe.
 */
final class Programs implements AutoCloseable {
  private final List<Program> used = new ArrayList<>();
  private final String graph;
  private long retiredPlans;
  private boolean isClosed;

  /**
   * @param graph its name
   */
  Programs(String graph) {
    this.graph = graph;
  }

  /**
   * @throws ConcurrentUse after closing
   */
  synchronized void add(Program program) {
    if (isClosed) {
      throw new ConcurrentUse(
          "compiled graph '" + graph + "'", "it is closed", "Compile the graph again.");
    }
    used.add(program);
  }

  /** No executable uses it any more: closes it. */
  synchronized void retire(Program program) {
    if (used.remove(program)) {
      retiredPlans += program.sharedPlans().made();
      program.close();
    }
  }

  /** The one that was made last. */
  synchronized Optional<Program> last() {
    return used.isEmpty() ? Optional.empty() : Optional.of(used.get(used.size() - 1));
  }

  synchronized boolean any(Predicate<Program> fact) {
    return used.stream().anyMatch(fact);
  }

  long weightBytes() {
    return sum(Program::weightBytes);
  }

  /** Also of programs that were retired. */
  synchronized long plansMade() {
    return retiredPlans + sum(program -> program.sharedPlans().made());
  }

  private synchronized long sum(ToLongFunction<Program> bytes) {
    return used.stream().mapToLong(bytes).sum();
  }

  /** Releases what lies on devices. */
  @Override
  public synchronized void close() {
    isClosed = true;
    used.forEach(Program::close);
  }
}
