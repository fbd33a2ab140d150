package io.pelton.examples.benchmarks.adult;

import io.pelton.examples.adult.AdultPipeline;
import io.pelton.examples.benchmarks.Results;
import io.pelton.flink.BatchPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The main job twice, one slot each: scored in micro-batches by Pelton, and row by row by ONNX
 * Runtime in a map function. Both read the same rows and sum their probabilities up, which must
 * agree. Times are the jobs' own, start-up included, so several copies of the rows show the scoring
 * itself more clearly.
 */
@Command(
    name = "adult",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "The main job against ONNX Runtime called per record, one slot each.")
public final class AdultBenchmark implements Callable<Integer> {
  private static final double LARGEST_DIFFERENCE = 1e-4;

  private record Run(double rowsPerSecond, double meanProbability) {}

  @Option(
      names = "--data",
      required = true,
      defaultValue = "${sys:adult.data}",
      description = "Arrow IPC file with the rows.")
  private Path data;

  @Option(
      names = "--model",
      required = true,
      defaultValue = "${sys:adult.model}",
      description = "ONNX model.")
  private Path model;

  @Option(names = "--rounds", description = "Measured runs of each side, after one to warm up.")
  private int rounds = 5;

  @Option(names = "--repeat", description = "Copies of the rows that a run reads.")
  private int repeat = 5;

  @Option(names = "--batch-rows", description = "Rows of a micro-batch at most.")
  private int batchRows = 1024;

  private Path rows;

  @Override
  public Integer call() throws Exception {
    rows = RepeatedRows.write(data, repeat);
    compare(pelton(), peer());
    double[] ours = new double[rounds];
    double[] theirs = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      ours[round] = pelton().rowsPerSecond();
      theirs[round] = peer().rowsPerSecond();
      System.out.printf(
          "round %d: Pelton %,.0f rows/s, ONNX Runtime %,.0f rows/s%n",
          round + 1, ours[round], theirs[round]);
    }
    double[] ratios = IntStream.range(0, rounds).mapToDouble(i -> ours[i] / theirs[i]).toArray();
    Results.value("adult-pelton", Results.median(ours), "rows/s");
    Results.value("adult-onnxruntime", Results.median(theirs), "rows/s");
    Results.ratio("adult", Results.median(ratios));
    return 0;
  }

  private static void compare(Run ours, Run theirs) {
    if (Math.abs(ours.meanProbability() - theirs.meanProbability()) > LARGEST_DIFFERENCE) {
      throw new IllegalStateException("the two sides disagree: " + ours + " and " + theirs);
    }
  }

  private Run pelton() throws Exception {
    StreamExecutionEnvironment environment = environment();
    BatchPolicy batch = BatchPolicy.of(batchRows, Duration.ofMillis(5));
    return run(
        environment,
        new AdultPipeline(rows.toString(), model.toString(), batch)
            .addTo(environment)
            .map(prediction -> prediction.floats("probabilities")[1]));
  }

  private Run peer() throws Exception {
    StreamExecutionEnvironment environment = environment();
    return run(
        environment,
        AdultPipeline.rows(environment, rows.toString()).map(new PeerFunction(model.toString())));
  }

  private static StreamExecutionEnvironment environment() {
    return StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
  }

  private static Run run(StreamExecutionEnvironment environment, DataStream<Float> probabilities)
      throws Exception {
    probabilities.map(new Tally()).sinkTo(new DiscardingSink<>());
    JobExecutionResult result = environment.execute("bench adult");
    long rows = result.<Long>getAccumulatorResult(Tally.ROWS);
    double sum = result.<Double>getAccumulatorResult(Tally.SUM);
    return new Run(rows * 1000.0 / result.getNetRuntime(), sum / rows);
  }
}
