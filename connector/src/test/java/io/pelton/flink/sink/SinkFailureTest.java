package io.pelton.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.sink.SinkRun.Saved;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.connector.file.sink.FileSinkCommittable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crash at every step there is, a restart from what was saved: every row is there once. */
class SinkFailureTest {
  private static final int ROWS = 12;
  private static final int BATCH_ROWS = 2;
  private static final int BATCHES_PER_CHECKPOINT = 3;

  /** Two files a checkpoint, so that one can be committed and the other not. */
  private static final int FILE_ROWS = 4;

  @TempDir private Path folder;

  /** The failure that a test wants. */
  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Counts steps and crashes at one of them. */
  private static final class Steps {
    private int left;

    Steps(int crashAt) {
      left = crashAt;
    }

    void done() {
      if (left-- == 0) {
        throw new Crash();
      }
    }
  }

  private Saved saved = Saved.NOTHING;

  @Test
  void everyRowIsWrittenOnceWhereverItCrashes() throws Exception {
    int crashAt = 0;
    while (crashes(crashAt)) {
      crashAt++;
    }
    // batches and, for each checkpoint, its begin, its snapshot, its end and its commit
    assertThat(crashAt).isEqualTo(6 + 2 * 5);
  }

  private boolean crashes(int crashAt) throws Exception {
    Path out = folder.resolve("crash-" + crashAt);
    ArrowSink<ArrowBatch> sink = ArrowSink.batches(out.toString()).rollAfterRows(FILE_ROWS);
    saved = Saved.NOTHING;
    boolean crashed = false;
    try {
      runToTheEnd(sink, sink, new Steps(crashAt));
    } catch (Crash expected) {
      crashed = true;
      runToTheEnd(sink, sink, new Steps(Integer.MAX_VALUE));
    }
    assertRows(out, "crash at step " + crashAt);
    return crashed;
  }

  @Test
  void everyRowIsWrittenOnceWhenACommitterStopsHalfway() throws Exception {
    for (int commits = 0; commits < 4; commits++) {
      Path out = folder.resolve("commits-" + commits);
      ArrowSink<ArrowBatch> sink = ArrowSink.batches(out.toString()).rollAfterRows(FILE_ROWS);
      saved = Saved.NOTHING;
      try {
        runToTheEnd(sink, new StopsHalfway(sink, new AtomicInteger(commits)), new Steps(1 << 20));
        throw new AssertionError("there should have been more than " + commits + " commits");
      } catch (Crash expected) {
        runToTheEnd(sink, sink, new Steps(Integer.MAX_VALUE));
      }
      assertRows(out, commits + " commits");
    }
  }

  private void runToTheEnd(
      ArrowSink<ArrowBatch> sink, SupportsCommitter<FileSinkCommittable> commits, Steps steps)
      throws Exception {
    long checkpoint = saved.id() + 1;
    try (SinkRun run = new SinkRun(sink, commits, saved)) {
      int batches = 0;
      while (run.position() < ROWS) {
        run.write(BATCH_ROWS);
        steps.done();
        if (++batches % BATCHES_PER_CHECKPOINT == 0) {
          steps.done();
          run.preCommit(checkpoint);
          steps.done();
          Saved taken = run.snapshot(checkpoint);
          steps.done();
          saved = taken;
          steps.done();
          run.commit(checkpoint);
          steps.done();
          checkpoint++;
        }
      }
      run.end(checkpoint);
    }
  }

  private static void assertRows(Path out, String when) throws IOException {
    List<Row> expected =
        IntStream.range(0, ROWS).mapToObj(i -> Row.of((float) i, "a" + i)).toList();
    assertThat(new WrittenFolder(out).rows())
        .as(when)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Commits some files and crashes. */
  private record StopsHalfway(ArrowSink<ArrowBatch> sink, AtomicInteger left)
      implements SupportsCommitter<FileSinkCommittable> {
    @Override
    public Committer<FileSinkCommittable> createCommitter(CommitterInitContext context)
        throws IOException {
      Committer<FileSinkCommittable> committer = sink.createCommitter(context);
      return new Committer<>() {
        @Override
        public void commit(Collection<CommitRequest<FileSinkCommittable>> requests)
            throws IOException, InterruptedException {
          for (CommitRequest<FileSinkCommittable> request : requests) {
            if (left.getAndDecrement() == 0) {
              throw new Crash();
            }
            committer.commit(List.of(request));
          }
        }

        @Override
        public void close() throws Exception {
          committer.close();
        }
      };
    }

    @Override
    public SimpleVersionedSerializer<FileSinkCommittable> getCommittableSerializer() {
      return sink.getCommittableSerializer();
    }
  }
}
