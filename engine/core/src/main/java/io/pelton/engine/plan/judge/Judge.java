package io.pelton.engine.plan.judge;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeExtents;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.plan.judge.Verdict.Measured;
import io.pelton.engine.plan.judge.Verdict.Unknown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Knows how long kernels take on this machine: the median time per op, dtypes, size class, device,
 * source, kernel and revision, measured on demand within a budget and kept in a file. Whatever goes
 * wrong, the answer is that nothing is known; no measurement and no file makes a plan fail.
 *
 * <p>Kernels whose results are not their twin's bits are never measured, so that a measurement
 * never changes a result. Thread-safe; one kernel is measured at a time, and what is known already
 * is answered without a lock.
 */
public final class Judge {
  /**
   * How much faster one of several kernels of equal results may be than the first, where they may
   * not have been compiled: a kernel of vectors that isn't is a hundred times slower than it will be.
   */
  public static final int MAX_RATIO = 2;

  /** Larger nodes are not worth the memory that measuring them takes. */
  private static final long MAX_BYTES = 1L << 28;

  private final Map<JudgeKey, Verdict> verdicts = new ConcurrentHashMap<>();
  private final Optional<JudgeFile> file;
  private final Budget budget;
  private final Stopwatch stopwatch;
  private volatile String problem;
  private long spentNanos;
  private boolean hasNews;

  Judge(Optional<JudgeFile> file, Budget budget, LongSupplier clock) {
    this.file = file;
    this.budget = budget;
    this.stopwatch = new Stopwatch(clock);
    file.map(JudgeFile::read)
        .ifPresent(
            contents -> {
              verdicts.putAll(contents.measured());
              problem = contents.problem().orElse(null);
            });
  }

  /** Knows nothing and measures nothing. */
  public static Judge off() {
    return inMemory(Budget.NONE);
  }

  /**
   * The one that plans use unless they are given another: measures small nodes for 0.2 s in all,
   * with {@link Budget#AT_START_UP}, and forgets what it knows when the process ends.
   */
  public static Judge ofProcess() {
    return OfProcess.JUDGE;
  }

  /** One for each class loader of the engine, made when it is first used. */
  private static final class OfProcess {
    private static final Judge JUDGE = inMemory(Budget.AT_START_UP);
  }

  /** Forgets what it measured when the process ends. */
  public static Judge inMemory(Budget budget) {
    return inMemory(budget, System::nanoTime);
  }

  /**
   * {@link #inMemory(Budget)} by another clock.
   *
   * @param clock nanoseconds from any start
   */
  public static Judge inMemory(Budget budget, LongSupplier clock) {
    return new Judge(Optional.empty(), budget, clock);
  }

  /**
   * Starts from what the file says, which may be missing, and adds to it on {@link #save}. Several
   * processes may use one file.
   */
  public static Judge open(Path file, Budget budget) {
    return new Judge(Optional.of(new JudgeFile(file)), budget, System::nanoTime);
  }

  /** What is known already, without measuring. */
  public Verdict recall(Device device, Graph graph, NodeId node, Alternative alternative) {
    if (verdicts.isEmpty()) {
      return new Unknown("nothing was measured yet");
    }
    return refusal(graph, node, alternative)
        .orElseGet(
            () ->
                verdicts.getOrDefault(
                    JudgeKey.of(device, graph, node, alternative),
                    new Unknown("it was not measured yet")));
  }

  /**
   * What is known, measured now if it is new and the budget allows.
   *
   * @param estimatedNanos of one run; what is too long for the budget is not begun
   */
  public Verdict judge(
      Device device, Graph graph, NodeId node, Alternative alternative, double estimatedNanos) {
    Optional<Verdict> refusal = refusal(graph, node, alternative);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (budget.isWary() && !device.isHost()) {
      return new Unknown("only kernels of the host are measured at start-up");
    }
    JudgeKey key = JudgeKey.of(device, graph, node, alternative);
    Verdict known = verdicts.get(key);
    return known == null ? measure(key, device, graph, node, alternative, estimatedNanos) : known;
  }

  /**
   * {@link #judge(Device, Graph, NodeId, Alternative, double)} for all kernels of a node whose
   * results are the same bits. Where one of them is not known, those behind it are not measured.
   *
   * @param rivals the preferred one first
   * @return in the order given
   */
  public List<Verdict> judge(
      Device device,
      Graph graph,
      NodeId node,
      List<Alternative> rivals,
      ToDoubleFunction<Alternative> estimatedNanos) {
    List<Verdict> found = new ArrayList<>();
    for (Alternative rival : rivals) {
      boolean goesOn = found.stream().allMatch(Measured.class::isInstance);
      found.add(
          goesOn
              ? judge(device, graph, node, rival, estimatedNanos.applyAsDouble(rival))
              : new Unknown("nor is one before it"));
    }
    return budget.isWary() ? credible(found, device, graph, node, rivals) : found;
  }

  /** The verdicts, unless one of the kernels can't have been compiled when it was measured. */
  private List<Verdict> credible(
      List<Verdict> found, Device device, Graph graph, NodeId node, List<Alternative> rivals) {
    long first = nanos(found.get(0));
    long best = found.stream().filter(Measured.class::isInstance).mapToLong(Judge::nanos).min().orElse(0);
    if (first <= MAX_RATIO * best) {
      return found;
    }
    rivals.forEach(rival -> verdicts.remove(JudgeKey.of(device, graph, node, rival)));
    Verdict doubt =
        new Unknown("it took " + first + " ns, another one " + best + " ns: it was not compiled yet");
    return Collections.nCopies(found.size(), doubt);
  }

  private static long nanos(Verdict verdict) {
    return verdict instanceof Measured measured ? measured.nanos() : 0;
  }

  private static Optional<Verdict> refusal(Graph graph, NodeId node, Alternative alternative) {
    if (!alternative.precision().isExact()) {
      return Optional.of(
          new Unknown(
              "its results are "
                  + alternative.precision()
                  + " and not exact bits, so that it is ranked by its estimate alone"));
    }
    boolean isFixed =
        alternative.kernel() instanceof FixedKernel
            && graph.types(node).stream().allMatch(TensorType.class::isInstance)
            && graph.operands(node).stream()
                .filter(operand -> !operand.isAbsent())
                .map(graph::type)
                .allMatch(TensorType.class::isInstance);
    return isFixed
        ? Optional.empty()
        : Optional.of(new Unknown("it makes its outputs itself, or reads what is no tensor"));
  }

  private synchronized Verdict measure(
      JudgeKey key,
      Device device,
      Graph graph,
      NodeId node,
      Alternative alternative,
      double estimatedNanos) {
    Verdict known = verdicts.get(key);
    if (known != null) {
      return known;
    }
    long allowed = Math.min(budget.perKeyNanos(), budget.totalNanos() - spentNanos);
    if (allowed <= 0) {
      return new Unknown("the budget of " + budget.totalNanos() + " ns is spent");
    }
    if (estimatedNanos * (budget.warmRuns() + Stopwatch.MIN_RUNS) > allowed) {
      return new Unknown(
          "one run takes about " + estimatedNanos + " ns, too long for " + allowed + " ns");
    }
    long start = stopwatch.now();
    Verdict verdict = measure(device, graph, node, alternative, start + allowed);
    spentNanos += stopwatch.now() - start;
    if (verdict instanceof Measured || !budget.isWary()) {
      verdicts.put(key, verdict);
    }
    hasNews |= verdict instanceof Measured;
    return verdict;
  }

  private Verdict measure(
      Device device, Graph graph, NodeId node, Alternative alternative, long deadline) {
    NodeExtents extents = NodeExtents.of(graph, node);
    long bytes = new Work(0, extents.bytesRead(), extents.bytesWritten()).bytes();
    if (bytes > MAX_BYTES) {
      return new Unknown("its tensors take " + bytes + " bytes, more than " + MAX_BYTES);
    }
    try (Rehearsal rehearsal = Rehearsal.of(device, graph, node, alternative)) {
      Optional<Unknown> cold = stopwatch.warm(rehearsal::run, budget.warmRuns(), deadline);
      return cold.isPresent() ? cold.get() : stopwatch.median(rehearsal::run, deadline);
    } catch (RuntimeException e) {
      return new Unknown("it fails on made-up operands: " + e);
    }
  }

  /** Wall time that measuring has taken so far. */
  public synchronized long spentNanos() {
    return spentNanos;
  }

  /** Writes to the file what was measured since the last time; without a file nothing happens. */
  public synchronized void save() {
    if (file.isEmpty() || !hasNews) {
      return;
    }
    Map<JudgeKey, Measured> measured = new HashMap<>();
    verdicts.forEach(
        (key, verdict) -> {
          if (verdict instanceof Measured known) {
            measured.put(key, known);
          }
        });
    Optional<String> failure = file.get().merge(measured);
    hasNews = failure.isPresent();
    problem = failure.orElse(problem);
  }

  /** Why the file was not read, or not written, the last time that one of these failed. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }
}
