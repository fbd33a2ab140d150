package io.pelton.examples.benchmarks.arrow;

import com.sun.management.OperatingSystemMXBean;
import io.pelton.arrow.ArrowBatch;
import io.pelton.examples.benchmarks.Results;
import io.pelton.examples.benchmarks.arrow.Scores.Run;
import io.pelton.flink.ArrowRows;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.source.ArrowSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.types.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A Parquet file scored end to end, twice: whole batches by Pelton, and row by row as Flink jobs
 * are written, with ONNX Runtime on every 1,024 rows. Both jobs read three columns with the same
 * source, share its batches out among their slots, put the score of two columns beside them, and
 * read every score; their scores must agree. Flink is as it is by default. Times are the jobs' own,
 * start-up included, so several copies of the file show the scoring itself more clearly.
 */
@Command(
    name = "arrow-batch",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Arrow batches from Parquet scored end to end, beside the same job on rows.")
public final class ArrowBatchBenchmark implements Callable<Integer> {
  private static final String[] COLUMNS = {"origin", "delay", "distance"};
  private static final String[] INPUTS = {"delay", "distance"};
  private static final double LARGEST_DIFFERENCE = 1e-4;
  private static final int MEBIBYTE = 1 << 20;
  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  @Option(
      names = "--data",
      defaultValue = "${sys:pelton.shared:-../../shared}/data/vega/flights-3m.parquet",
      description = "Parquet file of flights with the columns delay and distance.")
  private Path data;

  @Option(names = "--repeat", description = "Copies of the file that a run reads.")
  private int repeat = 4;

  @Option(names = "--parallelism", description = "Slots of each job.")
  private int parallelism = 2;

  @Option(names = "--batch-rows", description = "Rows that Pelton scores at a time at most.")
  private int batchRows = 1 << 15;

  @Option(names = "--rounds", description = "Measured runs of each side.")
  private int rounds = 5;

  @Option(names = "--warm-up", description = "Runs of each side before.")
  private int warmUp = 2;

  private String model;
  private ArrowSource source;

  @Override
  public Integer call() throws Exception {
    model = FlightsModel.write().toString();
    source = ArrowSource.of(copies()).withColumns(COLUMNS);
    for (int round = 0; round < warmUp; round++) {
      compare(batches(), rows());
    }
    double before = heap();
    Run[] ours = new Run[rounds];
    Run[] theirs = new Run[rounds];
    for (int round = 0; round < rounds; round++) {
      ours[round] = batches();
      theirs[round] = rows();
      System.out.printf(
          Locale.ROOT,
          "round %d: batches %,.0f rows/s, %.2f s on all cores; rows %,.0f rows/s, %.2f s%n",
          round + 1,
          ours[round].rowsPerSecond(),
          ours[round].cpuSeconds(),
          theirs[round].rowsPerSecond(),
          theirs[round].cpuSeconds());
    }
    double[] ratios =
        IntStream.range(0, rounds)
            .mapToDouble(i -> ours[i].rowsPerSecond() / theirs[i].rowsPerSecond())
            .toArray();
    Results.value("arrow-batch-heap-before", before, "MiB");
    Results.value("arrow-batch-heap-after", heap(), "MiB");
    Results.value("arrow-batch-rows", median(ours), "rows/s");
    Results.value("arrow-batch-peer-rows", median(theirs), "rows/s");
    Results.ratio("arrow-batch", Results.median(ratios));
    return 0;
  }

  private String[] copies() throws IOException {
    String[] copies = new String[repeat];
    for (int copy = 0; copy < repeat; copy++) {
      Path file = Files.createTempFile("flights", ".parquet");
      file.toFile().deleteOnExit();
      copies[copy] = Files.copy(data, file, StandardCopyOption.REPLACE_EXISTING).toString();
    }
    return copies;
  }

  private static double median(Run[] runs) {
    return Results.median(Arrays.stream(runs).mapToDouble(Run::rowsPerSecond).toArray());
  }

  private static void compare(Run ours, Run theirs) {
    double scale = Math.max(1, Math.abs(theirs.meanScore()));
    if (ours.rows() != theirs.rows()
        || Math.abs(ours.meanScore() - theirs.meanScore()) > LARGEST_DIFFERENCE * scale) {
      throw new IllegalStateException("the two sides disagree: " + ours + " and " + theirs);
    }
  }

  /** Used heap after a collection, in MiB. */
  private static double heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / (double) MEBIBYTE;
  }

  private Run batches() throws Exception {
    StreamExecutionEnvironment environment = environment();
    DataStream<ArrowBatch> scored =
        Inference.arrow()
            .model(model)
            .schema(source.schema())
            .input(FlightsModel.INPUT, INPUTS)
            .batch(BatchPolicy.of(batchRows, Duration.ofMillis(5)))
            .build()
            .apply(flights(environment));
    return run(environment, scored.map(new BatchTally()));
  }

  private Run rows() throws Exception {
    StreamExecutionEnvironment environment = environment();
    DataStream<Row> flights = flights(environment).flatMap(ArrowRows.of(source.schema()));
    DataStream<Row> scored =
        flights.transform("onnxruntime", RowPeer.type(flights.getType()), new RowPeer(model, 1, 2));
    return run(environment, scored.map(new RowTally()));
  }

  /** One reader has a file; its batches are for all slots. */
  private DataStream<ArrowBatch> flights(StreamExecutionEnvironment environment) {
    return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "flights").rebalance();
  }

  private StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.createLocalEnvironment(parallelism, new Configuration());
  }

  private static Run run(StreamExecutionEnvironment environment, DataStream<?> scored)
      throws Exception {
    scored.sinkTo(new DiscardingSink<>());
    long before = PROCESS.getProcessCpuTime();
    JobExecutionResult result = environment.execute("bench arrow-batch");
    return Run.of(result, (PROCESS.getProcessCpuTime() - before) / 1e9);
  }
}
