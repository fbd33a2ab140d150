package io.pelton.flink.isolation;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.types.Row;

/** Scores rows until it is cancelled. Runs in a class loader of its own. */
public final class EndlessJob {
  /** Appears with the first prediction of a job. */
  static final String RUNNING = "running";

  /** Where it is, it is deleted, and the job fails. */
  static final String FAIL = "fail";

  /** Enough for a slot to hold some megabytes of Arrow memory. */
  private static final int ROWS = 1 << 16;

  private static final long PACE_NANOS = 1_000_000;

  private EndlessJob() {}

  /**
   * Called by reflection, from outside of the class loader.
   *
   * @param progress what the paths of marker files begin with
   */
  public static void define(StreamExecutionEnvironment environment, String model, String progress) {
    DataStream<Row> rows =
        environment
            .fromSequence(0, Long.MAX_VALUE - 1)
            .map(EndlessJob::row)
            .returns(Types.ROW_NAMED(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING));
    Inference.rows()
        .model(model)
        .batch(BatchPolicy.of(ROWS, Duration.ofMillis(2)))
        .build()
        .apply(rows)
        .map(new Marker(progress))
        .returns(Types.FLOAT)
        .sinkTo(new DiscardingSink<>());
  }

  private static Row row(long number) {
    LockSupport.parkNanos(PACE_NANOS);
    return Row.of((float) number, Long.toString(number));
  }

  private static final class Marker implements MapFunction<Prediction<Row>, Float> {
    private static final long serialVersionUID = 1L;

    private final String progress;
    private transient boolean isMarked;

    Marker(String progress) {
      this.progress = progress;
    }

    @Override
    public Float map(Prediction<Row> prediction) throws IOException {
      if (!isMarked) {
        isMarked = true;
        Loaders.note(Thread.currentThread().getContextClassLoader());
        if (Files.deleteIfExists(Path.of(progress + FAIL))) {
          throw new IOException("this is the failure that the test wants");
        }
        try {
          Files.createFile(Path.of(progress + RUNNING));
        } catch (FileAlreadyExistsException e) {
          // another slot was faster
        }
      }
      return (float) prediction.number("sum");
    }
  }
}
