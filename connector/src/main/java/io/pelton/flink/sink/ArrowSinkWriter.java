package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.connector.file.sink.writer.FileWriter;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketState;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.util.IOUtils;
import org.apache.flink.util.function.SerializableFunction;

/** Makes batches of elements, bucket by bucket, and hands them to Flink's writer of files. */
final class ArrowSinkWriter<T>
    implements StatefulSinkWriter<T, FileWriterBucketState>,
        CommittingSinkWriter<T, FileSinkCommittable> {
  private final ArrowAllocator allocator;
  private final OpenFiles open;
  private final FileWriter<BucketBatch> files;
  private final BatchEncoder.Factory<T> factory;
  private final SerializableFunction<T, String> buckets;
  private final int batchRows;
  private final Counter bytes;
  private final Map<String, BatchEncoder<T>> encoders = new HashMap<>();

  /** Buckets that got something since the last checkpoint. */
  private final Set<String> used = new HashSet<>();

  private ArrowSinkWriter(
      SinkSpec spec,
      BatchEncoder.Factory<T> factory,
      SerializableFunction<T, String> buckets,
      ArrowAllocator allocator,
      OpenFiles open,
      FileWriter<BucketBatch> files,
      SinkWriterMetricGroup metrics) {
    this.allocator = allocator;
    this.open = open;
    this.files = files;
    this.factory = factory;
    this.buckets = buckets;
    this.batchRows = spec.batchRows();
    this.bytes = metrics.getNumBytesSendCounter();
  }

  static <T> ArrowSinkWriter<T> open(
      SinkSpec spec,
      BatchEncoder.Factory<T> factory,
      SerializableFunction<T, String> buckets,
      WriterInitContext context,
      Collection<FileWriterBucketState> restored)
      throws IOException {
    int subtask = context.getTaskInfo().getIndexOfThisSubtask();
    ArrowAllocator allocator = ArrowAllocator.open("Arrow sink " + spec.folder() + " " + subtask);
    OpenFiles open = new OpenFiles(spec.folder(), spec.compression(), allocator);
    context.metricGroup().gauge("off_heap_bytes", allocator::held);
    return new ArrowSinkWriter<>(
        spec,
        factory,
        buckets,
        allocator,
        open,
        PartFiles.sink(spec, open, subtask).restoreWriter(context, restored),
        context.metricGroup());
  }

  @Override
  public void write(T element, Context context) throws IOException {
    String bucket = BucketNames.check(buckets.apply(element));
    BatchEncoder<T> encoder = encoders.get(bucket);
    if (encoder == null) {
      encoder = factory.create(allocator, batchRows);
      encoders.put(bucket, encoder);
    }
    used.add(bucket);
    encoder.add(element, batch -> append(bucket, batch));
  }

  private void append(String bucket, ArrowBatch batch) throws IOException {
    try {
      files.write(new BucketBatch(bucket, batch), NoTime.INSTANCE);
      bytes.inc(batch.bytes());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a batch was written", interrupted);
    }
  }

  @Override
  public void flush(boolean endOfInput) throws IOException, InterruptedException {
    Iterator<Map.Entry<String, BatchEncoder<T>>> all = encoders.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, BatchEncoder<T>> entry = all.next();
      if (used.contains(entry.getKey())) {
        entry.getValue().flush(batch -> append(entry.getKey(), batch));
      } else {
        all.remove();
        entry.getValue().close();
      }
    }
    used.clear();
    files.flush(endOfInput);
  }

  @Override
  public Collection<FileSinkCommittable> prepareCommit() throws IOException {
    return files.prepareCommit();
  }

  @Override
  public List<FileWriterBucketState> snapshotState(long checkpointId) throws IOException {
    return files.snapshotState(checkpointId);
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(files, open, () -> IOUtils.closeAll(encoders.values()), allocator);
  }

  /** Files don't depend on event time. */
  private enum NoTime implements Context {
    INSTANCE;

    @Override
    public long currentWatermark() {
      return Long.MIN_VALUE;
    }

    @Override
    public Long timestamp() {
      return null;
    }
  }
}
