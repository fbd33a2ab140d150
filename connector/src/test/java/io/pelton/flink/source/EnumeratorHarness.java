package io.pelton.flink.source;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.InternalSplitEnumeratorMetricGroup;

/** An enumerator whose looks at the folders happen when a test says so, on the test's thread. */
final class EnumeratorHarness implements SplitEnumeratorContext<ArrowSplit> {
  final MetricListener metrics = new MetricListener();
  private final int readers;
  private final Map<Integer, ReaderInfo> registered = new HashMap<>();
  private final Map<Integer, List<ArrowSplit>> given = new HashMap<>();
  private final Set<Integer> told = new HashSet<>();
  private final Deque<Runnable> once = new ArrayDeque<>();
  private final List<Runnable> periodic = new ArrayList<>();
  private final ArrowEnumerator enumerator;

  EnumeratorHarness(ArrowSource source, int readers) {
    this.readers = readers;
    this.enumerator = (ArrowEnumerator) source.createEnumerator(this);
    enumerator.start();
  }

  /** From a checkpoint, which goes through its bytes. */
  EnumeratorHarness(ArrowSource source, int readers, PendingSplits saved) throws Exception {
    this.readers = readers;
    PendingSplitsSerializer serializer = new PendingSplitsSerializer();
    PendingSplits restored =
        serializer.deserialize(serializer.getVersion(), serializer.serialize(saved));
    this.enumerator = (ArrowEnumerator) source.restoreEnumerator(this, restored);
    enumerator.start();
  }

  /** Looks once, at everything that is there. */
  EnumeratorHarness look() {
    periodic.forEach(Runnable::run);
    while (!once.isEmpty()) {
      once.poll().run();
    }
    return this;
  }

  EnumeratorHarness ask(int reader) {
    registered.putIfAbsent(reader, new ReaderInfo(reader, "host"));
    enumerator.handleSplitRequest(reader, "host");
    return this;
  }

  /** A reader fails and does not come back until it asks. */
  EnumeratorHarness fail(int reader, List<ArrowSplit> lost) {
    registered.remove(reader);
    told.remove(reader);
    enumerator.addSplitsBack(lost, reader);
    return this;
  }

  PendingSplits snapshot() {
    return enumerator.snapshotState(1);
  }

  /** What a reader was given so far. */
  List<ArrowSplit> given(int reader) {
    return List.copyOf(given.getOrDefault(reader, List.of()));
  }

  /** What all readers were given so far. */
  List<ArrowSplit> given() {
    return given.values().stream().flatMap(List::stream).toList();
  }

  /** Whether a reader was told that there is no more. */
  boolean isTold(int reader) {
    return told.contains(reader);
  }

  /** A reader asks until it gets nothing; all it was given. */
  List<ArrowSplit> drain(int reader) {
    int before;
    do {
      before = given(reader).size();
      ask(reader);
    } while (given(reader).size() > before);
    return given(reader);
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return new InternalSplitEnumeratorMetricGroup(metrics.getMetricGroup());
  }

  @Override
  public void sendEventToSourceReader(int reader, SourceEvent event) {
    throw new UnsupportedOperationException("no events are sent");
  }

  @Override
  public int currentParallelism() {
    return readers;
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return registered;
  }

  @Override
  public void assignSplits(SplitsAssignment<ArrowSplit> assignment) {
    assignment
        .assignment()
        .forEach(
            (reader, splits) ->
                given.computeIfAbsent(reader, none -> new ArrayList<>()).addAll(splits));
  }

  @Override
  public void signalNoMoreSplits(int reader) {
    told.add(reader);
  }

  @Override
  public <T> void callAsync(Callable<T> work, BiConsumer<T, Throwable> handler) {
    once.add(() -> run(work, handler));
  }

  @Override
  public <T> void callAsync(
      Callable<T> work, BiConsumer<T, Throwable> handler, long delay, long period) {
    periodic.add(() -> run(work, handler));
  }

  private static <T> void run(Callable<T> work, BiConsumer<T, Throwable> handler) {
    T result = null;
    Throwable failure = null;
    try {
      result = work.call();
    } catch (Exception thrown) {
      failure = thrown;
    }
    handler.accept(result, failure);
  }

  @Override
  public void runInCoordinatorThread(Runnable action) {
    action.run();
  }
}
