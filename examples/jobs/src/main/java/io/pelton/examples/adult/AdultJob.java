package io.pelton.examples.adult;

import io.pelton.flink.BatchPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.metrics.InferenceSummary;
import io.pelton.flink.sink.ArrowSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Scores census rows in an embedded Flink cluster and says how well and how fast. */
@Command(
    name = "adult",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = "Scores the UCI Adult census rows with a gradient-boosted ONNX model in Flink.")
public final class AdultJob implements Callable<Integer> {
  private static final int MOST_SLOTS = 64;

  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      description = "Arrow IPC file with the rows.",
      required = true,
      defaultValue = "${sys:adult.data}")
  private Path data;

  @Option(
      names = "--model",
      description = "ONNX model.",
      required = true,
      defaultValue = "${sys:adult.model}")
  private Path model;

  @Option(
      names = "--output",
      description =
          "Folder for the predictions, Arrow IPC files, in place of those of an earlier run.",
      required = true,
      defaultValue = "${sys:adult.output}")
  private Path output;

  @Option(names = "--batch-rows", description = "Rows of a micro-batch at most.")
  private int batchRows = 1024;

  @Option(names = "--linger-ms", description = "Milliseconds that a row waits for others at most.")
  private long lingerMillis = 5;

  @Option(names = "--parallelism", description = "Slots that score, 1 to 64.")
  private int parallelism = 1;

  /** Runs the job with the options of {@code --help}; the exit code is 0 when it succeeded. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The job as a command that answers bad input with one message instead of a stack trace. */
  static CommandLine commandLine() {
    return new CommandLine(new AdultJob())
        .setParameterExceptionHandler(AdultJob::reportUsage)
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("adult: " + FailureText.of(failure));
              return command.getCommandSpec().exitCodeOnExecutionException();
            });
  }

  private static int reportUsage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    command.getErr().println("adult: " + failure.getMessage());
    command.getErr().println("Try 'adult --help'.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  @Override
  public Integer call() throws Exception {
    if (parallelism < 1 || parallelism > MOST_SLOTS) {
      throw new ParameterException(
          spec.commandLine(),
          "--parallelism must be 1 to " + MOST_SLOTS + ", but is " + parallelism);
    }
    requireFile("--data", data);
    requireFile("--model", model);
    PredictionFolder folder = PredictionFolder.open(output);
    System.out.printf("scoring %s with %s%n", data, model);
    print(run(folder), ScoredRows.read(folder.parts()));
    return 0;
  }

  private static void requireFile(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new BadRequest(option + " " + file + " is a folder; name a file");
    }
  }

  private JobExecutionResult run(PredictionFolder folder) throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, new Configuration());
    BatchPolicy batch = BatchPolicy.of(batchRows, Duration.ofMillis(lingerMillis));
    DataStream<Prediction<Row>> predictions =
        new AdultPipeline(data.toString(), model.toString(), batch)
            .addTo(environment)
            .filter(new Progress<>())
            .name("progress");
    predictions
        .sinkTo(
            ArrowSink.predictions(folder.path().toAbsolutePath().toString(), predictions.getType()))
        .name("predictions");
    folder.clear(data);
    return environment.execute("adult");
  }

  private void print(JobExecutionResult result, ScoredRows rows) {
    InferenceSummary inference = InferenceSummary.of(result, AdultPipeline.MODEL_NAME);
    BinaryMetrics quality = rows.heldOut();
    double seconds = result.getNetRuntime() / 1000.0;
    System.out.printf("%nrows               %,d%n", rows.count());
    System.out.printf(
        "rows/s             %,.0f (job of %.1f s)%n", rows.count() / seconds, seconds);
    System.out.printf("held-out rows      %,d%n", quality.rows());
    System.out.printf("accuracy           %s%n", share(quality.accuracy()));
    System.out.printf("AUC                %s%n", share(quality.auc()));
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

  private static String share(double value) {
    return Double.isNaN(value) ? "-" : "%.4f".formatted(value);
  }
}
