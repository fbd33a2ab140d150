package io.pelton.examples.benchmarks.arrow;

import io.pelton.arrow.ArrowBatch;
import io.pelton.examples.benchmarks.Results;
import io.pelton.examples.benchmarks.arrow.Scores.Run;
import io.pelton.flink.ArrowRows;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Inference;
import io.pelton.flink.source.ArrowSource;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A Parquet file scored end to end, twice: whole batches by Pelton, and row by row as Flink jobs
 * are written, with ONNX Runtime on every 1,024 rows. Both jobs read with the same source, share
 * its batches out among their slots, reuse objects and read every score, and their scores must
 * agree. Times are the jobs' own, start-up included.
 */
@Command(
    name = "arrow-batch",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Arrow batches from Parquet scored end to end, beside the same job on rows.")
public final class ArrowBatchBenchmark implements Callable<Integer> {
  private static final String[] COLUMNS = {"delay", "distance"};
  private static final double LARGEST_DIFFERENCE = 1e-4;
  private static final int MEBIBYTE = 1 << 20;

  @Option(
      names = "--data",
      defaultValue = "${sys:pelton.shared:-../../shared}/data/vega/flights-3m.parquet",
      description = "Parquet file of flights with the columns delay and distance.")
  private Path data;

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
    source = ArrowSource.of(data.toString()).withColumns(COLUMNS);
    for (int round = 0; round < warmUp; round++) {
      compare(batches(), rows());
    }
    double before = heap();
    double[] ours = new double[rounds];
    double[] theirs = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      ours[round] = batches().rowsPerSecond();
      theirs[round] = rows().rowsPerSecond();
      System.out.printf(
          Locale.ROOT,
          "round %d: batches %,.0f rows/s, rows %,.0f rows/s%n",
          round + 1,
          ours[round],
          theirs[round]);
    }
    double[] ratios = IntStream.range(0, rounds).mapToDouble(i -> ours[i] / theirs[i]).toArray();
    Results.value("arrow-batch-heap-before", before, "MiB");
    Results.value("arrow-batch-heap-after", heap(), "MiB");
    Results.value("arrow-batch-rows", Results.median(ours), "rows/s");
    Results.value("arrow-batch-peer-rows", Results.median(theirs), "rows/s");
    Results.ratio("arrow-batch", Results.median(ratios));
    return 0;
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
            .input(FlightsModel.INPUT, COLUMNS)
            .batch(BatchPolicy.of(batchRows, Duration.ofMillis(5)))
            .build()
            .apply(flights(environment));
    return run(environment, scored.map(new BatchTally()));
  }

  private Run rows() throws Exception {
    StreamExecutionEnvironment environment = environment();
    DataStream<Float> scored =
        flights(environment)
            .flatMap(ArrowRows.of(source.schema()))
            .transform("onnxruntime", Types.FLOAT, new RowPeer(model));
    return run(environment, scored.map(new RowTally()));
  }

  /** One reader has the file; its batches are for all slots. */
  private DataStream<ArrowBatch> flights(StreamExecutionEnvironment environment) {
    return environment
        .fromSource(source, WatermarkStrategy.noWatermarks(), "flights")
        .rebalance();
  }

  private StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, new Configuration());
    environment.getConfig().enableObjectReuse();
    return environment;
  }

  private static Run run(StreamExecutionEnvironment environment, DataStream<?> scored)
      throws Exception {
    scored.sinkTo(new DiscardingSink<>());
    return Run.of(environment.execute("bench arrow-batch"));
  }
}
