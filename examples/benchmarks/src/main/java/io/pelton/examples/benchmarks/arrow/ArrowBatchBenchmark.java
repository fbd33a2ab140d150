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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.types.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A Parquet file scored end to end in a cluster of two slots: a job of whole batches by Pelton,
 * beside the same job of rows, with ONNX Runtime on every 1,024 of them. Both read three columns
 * with the same source, share its elements out among the slots, put the score of two columns beside
 * them, and read every score; their scores must agree. A second peer goes easier on rows: it shares
 * out batches, too, and makes rows of them behind the exchange. Flink is as it is by default. The
 * cluster runs before; times are the jobs' own.
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

  @Option(names = "--model", description = "Models to score with: ${COMPLETION-CANDIDATES}.")
  private List<FlightsModel> models = List.of(FlightsModel.values());

  @Option(names = "--repeat", description = "Copies of the file that a run reads.")
  private int repeat = 1;

  @Option(names = "--parallelism", description = "Slots of each job.")
  private int parallelism = 2;

  @Option(names = "--batch-rows", description = "Rows that Pelton scores at a time at most.")
  private int batchRows = 1 << 15;

  @Option(names = "--rounds", description = "Measured runs of each side.")
  private int rounds = 11;

  @Option(names = "--warm-up", description = "Runs of each side before.")
  private int warmUp = 4;

  private String model;
  private ArrowSource source;
  private MiniCluster cluster;

  @Override
  public Integer call() throws Exception {
    source = ArrowSource.of(copies()).withColumns(COLUMNS);
    MiniClusterConfiguration slots =
        new MiniClusterConfiguration.Builder()
            .setNumTaskManagers(1)
            .setNumSlotsPerTaskManager(parallelism)
            .withRandomPorts()
            .build();
    try (MiniCluster running = new MiniCluster(slots)) {
      running.start();
      cluster = running;
      for (FlightsModel each : models) {
        model = each.write().toString();
        measure("arrow-batch-" + each.label());
      }
    }
    return 0;
  }

  private void measure(String name) throws Exception {
    for (int round = 0; round < warmUp; round++) {
      Run batches = batches();
      compare(batches, rows());
      compare(batches, lateRows());
    }
    double before = heap();
    Run[] ours = new Run[rounds];
    Run[] theirs = new Run[rounds];
    Run[] late = new Run[rounds];
    for (int round = 0; round < rounds; round++) {
      ours[round] = batches();
      theirs[round] = rows();
      late[round] = lateRows();
      System.out.printf(
          Locale.ROOT,
          "%s, round %d: batches %s; rows %s; rows behind the exchange %s%n",
          name,
          round + 1,
          ours[round],
          theirs[round],
          late[round]);
    }
    Results.value(name + "-heap-before", before, "MiB");
    Results.value(name + "-heap-after", heap(), "MiB");
    Results.value(name + "-rows", median(ours), "rows/s");
    Results.value(name + "-peer-rows", median(theirs), "rows/s");
    Results.value(name + "-late-peer-rows", median(late), "rows/s");
    Results.ratio(name + "-late-rows", ratio(ours, late));
    Results.ratio(name, ratio(ours, theirs));
  }

  private double ratio(Run[] ours, Run[] theirs) {
    return Results.median(
        IntStream.range(0, rounds)
            .mapToDouble(i -> ours[i].rowsPerSecond() / theirs[i].rowsPerSecond())
            .toArray());
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
            .apply(flights(environment).rebalance());
    return run(environment, scored.map(new BatchTally()));
  }

  private Run rows() throws Exception {
    StreamExecutionEnvironment environment = environment();
    return score(
        environment, flights(environment).flatMap(ArrowRows.of(source.schema())).rebalance());
  }

  private Run lateRows() throws Exception {
    StreamExecutionEnvironment environment = environment();
    return score(
        environment, flights(environment).rebalance().flatMap(ArrowRows.of(source.schema())));
  }

  private Run score(StreamExecutionEnvironment environment, DataStream<Row> flights)
      throws Exception {
    DataStream<Row> scored =
        flights.transform("onnxruntime", RowPeer.type(flights.getType()), new RowPeer(model, 1, 2));
    return run(environment, scored.map(new RowTally()));
  }

  /** One reader has a file; its elements are for all slots. */
  private DataStream<ArrowBatch> flights(StreamExecutionEnvironment environment) {
    return environment.fromSource(source, WatermarkStrategy.noWatermarks(), "flights");
  }

  private StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(parallelism);
  }

  private Run run(StreamExecutionEnvironment environment, DataStream<?> scored) throws Exception {
    scored.sinkTo(new DiscardingSink<>());
    double before = cpuSeconds();
    JobExecutionResult result =
        cluster.executeJobBlocking(environment.getStreamGraph().getJobGraph());
    return Run.of(result, cpuSeconds() - before);
  }

  private static double cpuSeconds() {
    return PROCESS.getProcessCpuTime() / 1e9;
  }
}
