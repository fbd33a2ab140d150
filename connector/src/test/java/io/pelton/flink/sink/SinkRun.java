package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.Batches;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.IOUtils;

/** Flink's two operators of a sink, from a start to a crash or the end, step by step. */
final class SinkRun implements AutoCloseable {
  /** What survives a crash. */
  record Saved(long id, int position, OperatorSubtaskState writer, OperatorSubtaskState committer) {
    static final Saved NOTHING = new Saved(0, 0, null, null);
  }

  private final ArrowAllocator allocator = ArrowAllocator.open("test");
  private final OneInputStreamOperatorTestHarness<
          ArrowBatch, CommittableMessage<FileSinkCommittable>>
      writer;
  private final OneInputStreamOperatorTestHarness<
          CommittableMessage<FileSinkCommittable>, CommittableMessage<FileSinkCommittable>>
      committer;
  private int position;

  SinkRun(ArrowSink<ArrowBatch> sink, SupportsCommitter<FileSinkCommittable> commits, Saved saved)
      throws Exception {
    writer = new OneInputStreamOperatorTestHarness<>(new SinkWriterOperatorFactory<>(sink));
    committer =
        new OneInputStreamOperatorTestHarness<>(
            new CommitterOperatorFactory<>(commits, false, true));
    try {
      writer.setup();
      committer.setup();
      if (saved.writer() != null) {
        writer.setRestoredCheckpointId(saved.id());
        committer.setRestoredCheckpointId(saved.id());
      }
      committer.initializeState(saved.committer());
      writer.initializeState(saved.writer());
      committer.open();
      writer.open();
    } catch (Exception failure) {
      close();
      throw failure;
    }
    position = saved.position();
  }

  int position() {
    return position;
  }

  /** One batch of some rows, whose numbers go on. */
  void write(int rows) throws Exception {
    Float[] x = new Float[rows];
    String[] amount = new String[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = (float) (position + i);
      amount[i] = "a" + (position + i);
    }
    try (ArrowBatch batch = Batches.amounts(allocator, x, amount)) {
      write(batch);
    }
    position += rows;
  }

  void write(ArrowBatch batch) throws Exception {
    writer.processElement(new StreamRecord<>(batch));
  }

  /** Ends files and hands them to the committer. */
  void preCommit(long checkpoint) throws Exception {
    writer.prepareSnapshotPreBarrier(checkpoint);
    forward();
  }

  Saved snapshot(long checkpoint) throws Exception {
    return new Saved(
        checkpoint,
        position,
        writer.snapshot(checkpoint, checkpoint),
        committer.snapshot(checkpoint, checkpoint));
  }

  void commit(long checkpoint) throws Exception {
    writer.notifyOfCompletedCheckpoint(checkpoint);
    committer.notifyOfCompletedCheckpoint(checkpoint);
  }

  /** A whole checkpoint. */
  Saved checkpoint(long id) throws Exception {
    preCommit(id);
    Saved saved = snapshot(id);
    commit(id);
    return saved;
  }

  /** The input ends; what is left is committed with a last checkpoint. */
  void end(long checkpoint) throws Exception {
    writer.endInput();
    forward();
    committer.endInput();
    checkpoint(checkpoint);
  }

  private void forward() throws Exception {
    while (!writer.getOutput().isEmpty()) {
      @SuppressWarnings("unchecked")
      StreamRecord<CommittableMessage<FileSinkCommittable>> message =
          (StreamRecord<CommittableMessage<FileSinkCommittable>>) writer.getOutput().poll();
      committer.processElement(message);
    }
  }

  void advanceTime(long millis) throws Exception {
    writer.setProcessingTime(millis);
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(writer, committer, allocator);
  }
}
