package io.pelton.examples.training;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import ml.dmlc.xgboost4j.java.XGBoostError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Trains a gradient-boosted classifier on the UCI Adult rows and writes {@code adult.arrow}, the
 * rows, and {@code adult.onnx}, the pipeline that scores them.
 *
 * <p>Exit status 0 when both files are written, 1 when a file cannot be read or written, 2 for bad
 * arguments.
 */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Trains the Adult income model and writes it and its data.")
public final class TrainAdult implements Callable<Integer> {
  /** The project's folder; scripts name it, so that they work from any other. */
  private static final Path ROOT = Path.of(System.getProperty("pelton.root", ""));

  @Spec private CommandSpec spec;

  @Option(names = "--csv", paramLabel = "FILE", description = "UCI Adult CSV with a header line.")
  private Path csv =
      Path.of(System.getProperty("pelton.shared", ROOT.resolve("../shared").toString()))
          .resolve("data/adult.csv");

  @Option(names = "--data", paramLabel = "FOLDER", description = "Where adult.arrow goes.")
  private Path dataFolder = ROOT.resolve("examples/jobs/data");

  @Option(names = "--models", paramLabel = "FOLDER", description = "Where adult.onnx goes.")
  private Path modelFolder = ROOT.resolve("examples/jobs/models");

  /** Runs the program with the arguments of the command line. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new TrainAdult()).execute(arguments));
  }

  @Override
  public Integer call() throws XGBoostError {
    if (!Files.isReadable(csv)) {
      return failed("no readable CSV file at " + csv.toAbsolutePath() + "; name one with --csv");
    }
    try {
      report(TrainingRun.execute(csv, dataFolder, modelFolder));
      return 0;
    } catch (IOException e) {
      return failed(e.toString());
    }
  }

  private int failed(String reason) {
    spec.commandLine().getErr().println("train: " + reason);
    return 1;
  }

  private void report(TrainingRun.Result result) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    print(out, "training", result.training());
    print(out, "held out", result.heldOut());
    out.printf(
        Locale.ROOT,
        "model     %d features, %d trees, %d nodes%n",
        result.encoder().width(),
        result.forest().trees().size(),
        result.forest().nodes());
    for (Path file : new Path[] {result.arrowFile(), result.modelFile()}) {
      out.printf(Locale.ROOT, "wrote     %s, %,d bytes%n", file, Files.size(file));
    }
    out.flush();
  }

  private static void print(PrintWriter out, String name, BinaryMetrics metrics) {
    out.printf(
        Locale.ROOT,
        "%-9s %,d rows, accuracy %.4f, AUC %.4f%n",
        name,
        metrics.rows(),
        metrics.accuracy(),
        metrics.auc());
  }
}
