package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.connector.base.source.reader.SourceReaderOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.IOUtils;

/** Sends batches on that another thread reads ahead, and closes each when it was sent. */
final class ArrowSourceReader
    extends SingleThreadMultiplexSourceReaderBase<
        ReadBatch, ArrowBatch, ArrowSplit, SplitProgress> {
  /** One batch waits, one is read and one is sent on: that is what has to fit into memory. */
  private static final int BATCHES_AHEAD = 1;

  private final ArrowAllocator allocator;
  private final HeldBatches held;

  private ArrowSourceReader(
      ReadSpec spec,
      SourceReaderContext context,
      Configuration configuration,
      ArrowAllocator allocator,
      HeldBatches held) {
    super(
        () -> new BatchSplitReader(spec, allocator, held),
        emitter(context.metricGroup().getIOMetricGroup().getNumBytesInCounter(), held),
        configuration,
        context);
    this.allocator = allocator;
    this.held = held;
    context.metricGroup().gauge("off_heap_bytes", allocator::held);
  }

  static ArrowSourceReader create(ReadSpec spec, SourceReaderContext context) {
    Configuration configuration = new Configuration(context.getConfiguration());
    if (!configuration.contains(SourceReaderOptions.ELEMENT_QUEUE_CAPACITY)) {
      configuration.set(SourceReaderOptions.ELEMENT_QUEUE_CAPACITY, BATCHES_AHEAD);
    }
    ArrowAllocator allocator =
        ArrowAllocator.open(
            "Arrow source reader " + context.getIndexOfSubtask(),
            spec.memoryLimit(),
            "withMemoryLimit(…) of the ArrowSource");
    return new ArrowSourceReader(spec, context, configuration, allocator, new HeldBatches());
  }

  private static RecordEmitter<ReadBatch, ArrowBatch, SplitProgress> emitter(
      Counter bytes, HeldBatches held) {
    return (read, output, progress) -> {
      bytes.inc(read.batch().bytes());
      try {
        output.collect(read.batch());
        progress.advance(read);
      } finally {
        held.release(read.batch());
      }
    };
  }

  @Override
  public void start() {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected void onSplitFinished(Map<String, SplitProgress> finished) {
    if (getNumberOfCurrentlyAssignedSplits() == 0) {
      context.sendSplitRequest();
    }
  }

  @Override
  protected SplitProgress initializedState(ArrowSplit split) {
    return new SplitProgress(split);
  }

  @Override
  protected ArrowSplit toSplitType(String splitId, SplitProgress progress) {
    return progress.split();
  }

  @Override
  public List<ArrowSplit> snapshotState(long checkpointId) {
    return super.snapshotState(checkpointId).stream().filter(split -> !split.isDone()).toList();
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(super::close, held, allocator);
  }
}
