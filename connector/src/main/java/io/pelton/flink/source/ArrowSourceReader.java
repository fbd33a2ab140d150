package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.IOUtils;

/** Reads one record batch at a time, on the task's thread, and closes it when it was sent on. */
final class ArrowSourceReader implements SourceReader<ArrowBatch, ArrowSplit> {
  private final ArrowAllocator allocator;
  private final Deque<ArrowSplit> splits = new ArrayDeque<>();
  private CompletableFuture<Void> available = new CompletableFuture<>();
  private ArrowSplit current;
  private IpcFileReader reader;
  private boolean noMoreSplits;

  ArrowSourceReader(String name, long memoryLimit) {
    this.allocator =
        ArrowAllocator.open(name, memoryLimit, "withMemoryLimit(…) of the ArrowSource");
  }

  @Override
  public void start() {
    // the enumerator assigns splits unasked
  }

  @Override
  public InputStatus pollNext(ReaderOutput<ArrowBatch> output) {
    if (current == null && !openNext()) {
      return status();
    }
    try (ArrowBatch batch = reader.batch(current.next())) {
      current = current.advance();
      output.collect(batch);
    }
    if (current.isDone()) {
      closeCurrent();
    }
    return status();
  }

  private boolean openNext() {
    ArrowSplit split = splits.poll();
    if (split == null) {
      return false;
    }
    reader = FileChannels.open(split.uri(), allocator);
    current = split;
    return true;
  }

  private void closeCurrent() {
    current = null;
    reader.close();
    reader = null;
  }

  private InputStatus status() {
    if (current != null || !splits.isEmpty()) {
      return InputStatus.MORE_AVAILABLE;
    }
    if (noMoreSplits) {
      return InputStatus.END_OF_INPUT;
    }
    if (available.isDone()) {
      available = new CompletableFuture<>();
    }
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public List<ArrowSplit> snapshotState(long checkpointId) {
    List<ArrowSplit> state = new ArrayList<>(splits);
    if (current != null) {
      state.add(0, current);
    }
    return state;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<ArrowSplit> more) {
    more.stream().filter(split -> !split.isDone()).forEach(splits::add);
    available.complete(null);
  }

  @Override
  public void notifyNoMoreSplits() {
    noMoreSplits = true;
    available.complete(null);
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(reader, allocator);
  }
}
