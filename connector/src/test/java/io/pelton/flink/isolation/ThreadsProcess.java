package io.pelton.flink.isolation;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.TestModels;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.util.MiniClusterWithClientResource;
import org.apache.flink.types.Row;

/**
 * Counts the threads of a TaskManager while a job runs in its four slots, without and with
 * inference. Prints {@code name=value} lines. Argument: a folder.
 */
public final class ThreadsProcess {
  private static final int SLOTS = 4;
  private static final long PACE_NANOS = 1_000_000;

  private static final Set<Integer> RUNNING = ConcurrentHashMap.newKeySet();

  private ThreadsProcess() {}

  public static void main(String[] arguments) throws Exception {
    MiniClusterWithClientResource cluster =
        new MiniClusterWithClientResource(
            new MiniClusterResourceConfiguration.Builder()
                .setConfiguration(new Configuration())
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(SLOTS)
                .build());
    cluster.before();
    String model = TestModels.relu(Path.of(arguments[0])).toString();
    // Flink's own threads are there after the first job
    threads(model, false);
    int without = threads(model, false);
    int with = threads(model, true);
    print("processors", Runtime.getRuntime().availableProcessors());
    print("slots", RUNNING.size());
    print("more", with - without);
    cluster.after();
    System.exit(0);
  }

  private static void print(String name, long value) {
    System.out.println(name + "=" + value);
  }

  private static int threads(String model, boolean infers) throws Exception {
    RUNNING.clear();
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(SLOTS);
    DataStream<Row> rows =
        environment
            .fromSequence(0, Long.MAX_VALUE - 1)
            .map(ThreadsProcess::row)
            .returns(Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT));
    DataStream<Float> scored =
        infers
            ? Inference.rows()
                .model(model)
                .batch(BatchPolicy.of(64, Duration.ofMillis(2)))
                .build()
                .apply(rows)
                .map(prediction -> (float) prediction.number("y"))
                .returns(Types.FLOAT)
            : rows.map(row -> (Float) row.getField("x")).returns(Types.FLOAT);
    scored.map(new Marker()).returns(Types.FLOAT).sinkTo(new DiscardingSink<>());
    JobClient job = environment.executeAsync();
    while (RUNNING.size() < SLOTS) {
      LockSupport.parkNanos(1_000_000);
    }
    int count = ManagementFactory.getThreadMXBean().getThreadCount();
    job.cancel().get();
    while (!job.getJobStatus().get().isTerminalState()) {
      LockSupport.parkNanos(10_000_000);
    }
    return count;
  }

  private static Row row(long number) {
    LockSupport.parkNanos(PACE_NANOS);
    return Row.of((float) number);
  }

  private static final class Marker extends RichMapFunction<Float, Float> {
    private static final long serialVersionUID = 1L;

    @Override
    public Float map(Float value) {
      RUNNING.add(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
      return value;
    }
  }
}
