package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchReader;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;

/** Reads one batch after the other, away from the task's thread; one split at a time is open. */
final class BatchSplitReader implements SplitReader<ReadBatch, ArrowSplit> {
  private final ReadSpec spec;
  private final ArrowAllocator allocator;
  private final HeldBatches held;
  private final Deque<ArrowSplit> splits = new ArrayDeque<>();
  private final Set<String> paused = new HashSet<>();
  private ArrowSplit current;
  private BatchReader reader;
  private boolean woken;

  BatchSplitReader(ReadSpec spec, ArrowAllocator allocator, HeldBatches held) {
    this.spec = spec;
    this.allocator = allocator;
    this.held = held;
  }

  @Override
  public RecordsWithSplitIds<ReadBatch> fetch() {
    if (current != null && paused.contains(current.splitId())) {
      closeReader();
      splits.addLast(current);
      current = null;
    }
    if (current == null && !openNext()) {
      awaitWakeUp();
      return Fetched.nothing();
    }
    String id = current.splitId();
    if (!reader.hasNext()) {
      finish();
      return Fetched.end(id);
    }
    ArrowBatch batch = held.hold(nextBatch());
    current = current.advance(batch.rows());
    boolean last = current.isDone() || !reader.hasNext();
    if (last) {
      finish();
    }
    return Fetched.batch(id, new ReadBatch(batch, last));
  }

  private ArrowBatch nextBatch() {
    ArrowBatch batch = reader.next();
    if (batch.rows() <= current.rows()) {
      return batch;
    }
    try (batch) {
      return batch.slice(0, (int) current.rows());
    }
  }

  private boolean openNext() {
    ArrowSplit next =
        splits.stream().filter(split -> !paused.contains(split.splitId())).findFirst().orElse(null);
    if (next == null) {
      return false;
    }
    splits.remove(next);
    BatchReader opened =
        spec.batches(next.format(), next.file().uri())
            .open(next.file(), next.from(), next.end(), spec.columns(), allocator);
    try {
      opened.skip(next.read());
    } catch (RuntimeException failure) {
      opened.close();
      throw failure;
    }
    reader = opened;
    current = next;
    return true;
  }

  private void finish() {
    closeReader();
    current = null;
  }

  private void closeReader() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  /** Where all splits are paused there is nothing to do until Flink says otherwise. */
  private synchronized void awaitWakeUp() {
    try {
      while (!woken) {
        wait();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    woken = false;
  }

  @Override
  public void handleSplitsChanges(SplitsChange<ArrowSplit> change) {
    splits.addAll(change.splits());
  }

  @Override
  public synchronized void wakeUp() {
    woken = true;
    notifyAll();
  }

  @Override
  public void pauseOrResumeSplits(Collection<ArrowSplit> pause, Collection<ArrowSplit> resume) {
    pause.forEach(split -> paused.add(split.splitId()));
    resume.forEach(split -> paused.remove(split.splitId()));
  }

  @Override
  public void close() {
    closeReader();
  }
}
