package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.Batches;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.testutils.source.reader.TestingReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.metrics.testutils.MetricListener;
import org.apache.flink.runtime.metrics.groups.InternalSourceReaderMetricGroup;
import org.apache.flink.types.Row;

/** A reader that a test polls; rows are taken from batches while they are sent. */
final class ReaderHarness implements ReaderOutput<ArrowBatch>, AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;

  final MetricListener metrics = new MetricListener();
  final TestingReaderContext context;
  final SourceReader<ArrowBatch, ArrowSplit> reader;
  final List<Row> rows = new ArrayList<>();
  int batches;

  /** A batch to throw at; -1 for none. */
  int failAt = -1;

  ReaderHarness(ArrowSource source, List<ArrowSplit> splits) throws Exception {
    this(source, splits, null);
  }

  /**
   * @param operator whose counters the reader has; null for the listener's gauges
   */
  ReaderHarness(ArrowSource source, List<ArrowSplit> splits, OperatorMetricGroup operator)
      throws Exception {
    SourceReaderMetricGroup group =
        operator == null
            ? InternalSourceReaderMetricGroup.mock(metrics.getMetricGroup())
            : InternalSourceReaderMetricGroup.wrap(operator);
    context = new TestingReaderContext(new Configuration(), group);
    reader = source.createReader(context);
    if (!splits.isEmpty()) {
      reader.addSplits(splits);
    }
    reader.start();
  }

  /** Polls until so many more batches were sent, or the input ended. */
  InputStatus read(int more) throws Exception {
    int goal = batches + more;
    InputStatus status = InputStatus.MORE_AVAILABLE;
    while (batches < goal && status != InputStatus.END_OF_INPUT) {
      status = reader.pollNext(this);
      if (status == InputStatus.NOTHING_AVAILABLE) {
        reader.isAvailable().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    }
    return status;
  }

  /** Reads all splits it has. */
  ReaderHarness readAll() throws Exception {
    reader.notifyNoMoreSplits();
    read(Integer.MAX_VALUE - batches);
    return this;
  }

  /** What a checkpoint keeps, through its bytes. */
  List<ArrowSplit> snapshot() throws Exception {
    ArrowSplitSerializer serializer = new ArrowSplitSerializer();
    List<ArrowSplit> restored = new ArrayList<>();
    for (ArrowSplit split : reader.snapshotState(1)) {
      restored.add(serializer.deserialize(serializer.getVersion(), serializer.serialize(split)));
    }
    return restored;
  }

  @Override
  public void collect(ArrowBatch batch) {
    if (batches == failAt) {
      throw new IllegalStateException("at batch " + failAt);
    }
    rows.addAll(Batches.rows(batch));
    batches++;
  }

  @Override
  public void collect(ArrowBatch batch, long timestamp) {
    collect(batch);
  }

  @Override
  public void emitWatermark(Watermark watermark) {}

  @Override
  public void markIdle() {}

  @Override
  public void markActive() {}

  @Override
  public SourceOutput<ArrowBatch> createOutputForSplit(String splitId) {
    return this;
  }

  @Override
  public void releaseOutputForSplit(String splitId) {}

  @Override
  public void close() throws Exception {
    reader.close();
  }
}
