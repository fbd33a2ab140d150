package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.Batches;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** An Arrow source whose batches are sent as text, which can be compared. */
record BatchTexts(ArrowSource source) implements Source<String, ArrowSplit, PendingSplits> {
  private static final long serialVersionUID = 1L;

  /** What a batch looks like. */
  static String text(ArrowBatch batch) {
    return Batches.rows(batch).toString();
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SplitEnumerator<ArrowSplit, PendingSplits> createEnumerator(
      SplitEnumeratorContext<ArrowSplit> context) {
    return source.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<ArrowSplit, PendingSplits> restoreEnumerator(
      SplitEnumeratorContext<ArrowSplit> context, PendingSplits pending) {
    return source.restoreEnumerator(context, pending);
  }

  @Override
  public SimpleVersionedSerializer<ArrowSplit> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<PendingSplits> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }

  @Override
  public SourceReader<String, ArrowSplit> createReader(SourceReaderContext context) {
    return new Reader(source.createReader(context));
  }

  private record Reader(SourceReader<ArrowBatch, ArrowSplit> reader)
      implements SourceReader<String, ArrowSplit> {
    @Override
    public void start() {
      reader.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<String> output) throws Exception {
      return reader.pollNext(new Texts(output, output));
    }

    @Override
    public List<ArrowSplit> snapshotState(long checkpointId) {
      return reader.snapshotState(checkpointId);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return reader.isAvailable();
    }

    @Override
    public void addSplits(List<ArrowSplit> splits) {
      reader.addSplits(splits);
    }

    @Override
    public void notifyNoMoreSplits() {
      reader.notifyNoMoreSplits();
    }

    @Override
    public void close() throws Exception {
      reader.close();
    }
  }

  private record Texts(SourceOutput<String> output, ReaderOutput<String> splits)
      implements ReaderOutput<ArrowBatch> {
    @Override
    public void collect(ArrowBatch batch) {
      output.collect(text(batch));
    }

    @Override
    public void collect(ArrowBatch batch, long timestamp) {
      output.collect(text(batch), timestamp);
    }

    @Override
    public void emitWatermark(Watermark watermark) {
      output.emitWatermark(watermark);
    }

    @Override
    public void markIdle() {
      output.markIdle();
    }

    @Override
    public void markActive() {
      output.markActive();
    }

    @Override
    public SourceOutput<ArrowBatch> createOutputForSplit(String splitId) {
      return new Texts(splits.createOutputForSplit(splitId), splits);
    }

    @Override
    public void releaseOutputForSplit(String splitId) {
      splits.releaseOutputForSplit(splitId);
    }
  }
}
