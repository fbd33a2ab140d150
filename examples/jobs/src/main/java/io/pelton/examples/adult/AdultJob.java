package io.pelton.examples.adult;

import io.pelton.engine.error.PeltonException;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.metrics.InferenceSummary;
import io.pelton.flink.sink.ArrowFileSink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.ExceptionUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Scores census rows in an embedded Flink cluster and says how well and how fast. */
@Command(
    name = "adult",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = "Scores the UCI Adult census rows with a gradient-boosted ONNX model in Flink.")
public final class AdultJob implements Callable<Integer> {
  @Option(names = "--data", description = "Arrow IPC file with the rows.", required = true)
  private Path data;

  @Option(names = "--model", description = "ONNX model.", required = true)
  private Path model;

  @Option(
      names = "--output",
      description = "Folder for the predictions, one Arrow IPC file a slot.",
      required = true)
  private Path output;

  @Option(names = "--batch-rows", description = "Rows of a micro-batch at most.")
  private int batchRows = 1024;

  @Option(names = "--linger-ms", description = "Milliseconds that a row waits for others at most.")
  private long lingerMillis = 5;

  @Option(names = "--parallelism", description = "Slots that score.")
  private int parallelism = 1;

  /** Runs the job with the options of {@code --help}; the exit code is 0 when it succeeded. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The job as a command that answers bad input with one message instead of a stack trace. */
  static CommandLine commandLine() {
    return new CommandLine(new AdultJob())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("adult: " + reason(failure).getMessage());
              return command.getCommandSpec().exitCodeOnExecutionException();
            });
  }

  /** What Pelton says, where that is the cause of Flink's failure. */
  private static Throwable reason(Throwable failure) {
    return ExceptionUtils.findThrowable(failure, PeltonException.class)
        .map(Throwable.class::cast)
        .orElse(failure);
  }

  @Override
  public Integer call() throws Exception {
    System.out.printf("scoring %s with %s%n", data, model);
    JobExecutionResult result = run();
    print(result);
    return 0;
  }

  private JobExecutionResult run() throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, new Configuration());
    BatchPolicy batch = BatchPolicy.of(batchRows, Duration.ofMillis(lingerMillis));
    DataStream<Prediction<Row>> predictions =
        new AdultPipeline(data.toString(), model.toString(), batch)
            .addTo(environment)
            .filter(new Progress<>())
            .name("progress");
    predictions
        .sinkTo(ArrowFileSink.predictions(output.toString(), predictions.getType()))
        .name("predictions");
    return environment.execute("adult");
  }

  private void print(JobExecutionResult result) {
    InferenceSummary inference = InferenceSummary.of(result, AdultPipeline.MODEL_NAME);
    ScoredRows rows = ScoredRows.read(output);
    BinaryMetrics quality = rows.heldOut();
    double seconds = result.getNetRuntime() / 1000.0;
    System.out.printf("%nrows               %,d%n", rows.count());
    System.out.printf(
        "rows/s             %,.0f (job of %.1f s)%n", rows.count() / seconds, seconds);
    System.out.printf("held-out rows      %,d%n", quality.rows());
    System.out.printf("accuracy           %.4f%n", quality.accuracy());
    System.out.printf("AUC                %.4f%n", quality.auc());
    System.out.printf(
        "batches            %,d of %.1f rows on average%n",
        inference.batches(), inference.meanBatchRows());
    System.out.printf(
        "plan cache         %,d hits, %,d misses%n", inference.planHits(), inference.planMisses());
    System.out.printf(
        "bytes held         %,d of weights (shared), %,d of arenas%n",
        inference.weightBytes(), inference.arenaBytes());
    System.out.printf("predictions        %s%n", output);
  }
}
