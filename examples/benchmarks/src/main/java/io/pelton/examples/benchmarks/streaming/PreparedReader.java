package io.pelton.examples.benchmarks.streaming;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.core.io.InputStatus;

/** Emits one record a call, as readers do, until all rounds are over. */
final class PreparedReader<T> implements SourceReader<T, NumberSequenceSplit> {
  /** Records between looks at the clock, where nothing else asks for them. */
  private static final int CLOCK_MASK = 255;

  private final SourceReaderContext context;
  private final T[] records;
  private final Schedule schedule;
  private final CompletableFuture<Void> hasSplit = new CompletableFuture<>();
  private long start;
  private long emitted;
  private boolean paced;
  private long paceStart;
  private long paceEmitted;

  /**
   * @param records a power of two of them
   */
  @SuppressWarnings("unchecked")
  PreparedReader(SourceReaderContext context, List<T> records, Schedule schedule) {
    this.context = context;
    this.records = (T[]) records.toArray();
    this.schedule = schedule;
  }

  @Override
  public void start() {
    context.sendSplitRequest();
  }

  @Override
  public void addSplits(List<NumberSequenceSplit> splits) {
    start = System.nanoTime();
    hasSplit.complete(null);
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) {
    if (!hasSplit.isDone()) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    return paced ? pollPaced(output) : pollFast(output);
  }

  private InputStatus pollFast(ReaderOutput<T> output) {
    output.collect(next());
    if ((emitted & CLOCK_MASK) == 0) {
      if (Rounds.areOver()) {
        return InputStatus.END_OF_INPUT;
      }
      long now = System.nanoTime();
      if (schedule.isPaced() && now - start > schedule.warmUp().toNanos()) {
        paced = true;
        paceStart = now;
      }
    }
    return InputStatus.MORE_AVAILABLE;
  }

  /** Waits without sleeping, and lets the task do what else it has to. */
  private InputStatus pollPaced(ReaderOutput<T> output) {
    long now = System.nanoTime();
    long due = paceStart + (long) (paceEmitted * schedule.interval());
    if (now >= due) {
      paceEmitted++;
      output.collect(next(), now);
    } else {
      Thread.onSpinWait();
    }
    return Rounds.areOver() ? InputStatus.END_OF_INPUT : InputStatus.MORE_AVAILABLE;
  }

  private T next() {
    return records[(int) emitted++ & (records.length - 1)];
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return hasSplit;
  }

  @Override
  public List<NumberSequenceSplit> snapshotState(long checkpointId) {
    return List.of();
  }

  @Override
  public void notifyNoMoreSplits() {}

  @Override
  public void close() {}
}
