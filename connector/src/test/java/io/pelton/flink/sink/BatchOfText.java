package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.Batches;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.connector.file.sink.writer.FileWriterBucketState;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** An Arrow sink whose batches are made of text, one row each. */
record BatchOfText(ArrowSink<ArrowBatch> sink)
    implements Sink<String>,
        SupportsWriterState<String, FileWriterBucketState>,
        SupportsCommitter<FileSinkCommittable> {
  private static final long serialVersionUID = 1L;

  @Override
  public SinkWriter<String> createWriter(WriterInitContext context) throws IOException {
    return restoreWriter(context, List.of());
  }

  @Override
  public StatefulSinkWriter<String, FileWriterBucketState> restoreWriter(
      WriterInitContext context, Collection<FileWriterBucketState> restored) throws IOException {
    return new Writer(
        (ArrowSinkWriter<ArrowBatch>) sink.restoreWriter(context, restored),
        ArrowAllocator.open("test"));
  }

  @Override
  public SimpleVersionedSerializer<FileWriterBucketState> getWriterStateSerializer() {
    return sink.getWriterStateSerializer();
  }

  @Override
  public Committer<FileSinkCommittable> createCommitter(CommitterInitContext context)
      throws IOException {
    return sink.createCommitter(context);
  }

  @Override
  public SimpleVersionedSerializer<FileSinkCommittable> getCommittableSerializer() {
    return sink.getCommittableSerializer();
  }

  private record Writer(ArrowSinkWriter<ArrowBatch> writer, ArrowAllocator allocator)
      implements StatefulSinkWriter<String, FileWriterBucketState>,
          CommittingSinkWriter<String, FileSinkCommittable> {
    @Override
    public void write(String text, Context context) throws IOException {
      try (ArrowBatch batch = Batches.amounts(allocator, new Float[] {1f}, new String[] {text})) {
        writer.write(batch, context);
      }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
      writer.flush(endOfInput);
    }

    @Override
    public Collection<FileSinkCommittable> prepareCommit() throws IOException {
      return writer.prepareCommit();
    }

    @Override
    public List<FileWriterBucketState> snapshotState(long checkpointId) throws IOException {
      return writer.snapshotState(checkpointId);
    }

    @Override
    public void close() throws Exception {
      writer.close();
      allocator.close();
    }
  }
}
