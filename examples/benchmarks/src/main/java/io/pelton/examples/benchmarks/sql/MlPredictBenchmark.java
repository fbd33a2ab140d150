package io.pelton.examples.benchmarks.sql;

import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.examples.benchmarks.Results;
import io.pelton.examples.benchmarks.sql.MlPredictRun.Way;
import io.pelton.examples.benchmarks.streaming.ScoreWriter;
import io.pelton.examples.benchmarks.streaming.StreamingCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Rows through {@code ML_PREDICT} beside the operator of the DataStream API on the same model, and
 * at Flink's default capacity beside a provider that does not know it. Every job has a JVM of its
 * own, and they take turns.
 */
@Command(
    name = "ml-predict",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Rows through ML_PREDICT, beside the DataStream operator.")
public final class MlPredictBenchmark implements Callable<Integer> {
  private static final double LARGEST_DIFFERENCE = 1e-6;
  private static final int DEFAULT_CAPACITY = 10;

  /** On which the provider without a clamp is tried: what it waits for does not depend on it. */
  private static final StreamingCase CLAMPED = StreamingCase.TREES_100;

  @Option(names = "--case", description = "Cases: ${COMPLETION-CANDIDATES}.")
  private List<StreamingCase> cases = List.of(StreamingCase.values());

  @Option(names = "--forks", description = "JVMs of each side of a case, which take turns.")
  private int forks = 3;

  @Option(names = "--warm-up", description = "Seconds of a job before the measured rounds.")
  private double warmUp = 8;

  @Option(names = "--rounds", description = "Measured rounds of a job.")
  private int rounds = 5;

  @Option(names = "--round", description = "Seconds of a round.")
  private double round = 1;

  @Option(names = "--capacity", description = "Rows that may be under way.")
  private int capacity = 256;

  @Option(names = "--batch-rows", description = "Rows of a batch at most, but of the operator.")
  private int batchRows = 128;

  @Option(names = "--operator-rows", description = "Rows of the operator's batches at most.")
  private int operatorRows = 1024;

  @Option(names = "--heap", description = "Heap of a JVM, touched before.")
  private String heap = "1g";

  @Override
  public Integer call() throws IOException, InterruptedException {
    for (StreamingCase each : cases) {
      measure(each);
      if (each == CLAMPED) {
        clamp(each);
      }
    }
    return 0;
  }

  private void measure(StreamingCase each) throws IOException, InterruptedException {
    Map<String, List<Map<String, Double>>> runs = new LinkedHashMap<>();
    for (int fork = 0; fork < forks; fork++) {
      add(runs, "operator", run(each, Way.OPERATOR, operatorRows, 1, 0));
      add(runs, "async", run(each, Way.ASYNC, batchRows, capacity, 0));
      add(runs, "workers", run(each, Way.ASYNC, batchRows / 2, capacity, 1));
      add(runs, "sync", run(each, Way.SYNC, 1, 1, 0));
    }
    compare(each, runs);
    for (Map.Entry<String, List<Map<String, Double>>> side : runs.entrySet()) {
      Results.value(
          name(each, side.getKey() + "-rows"), median(side.getValue(), ScoreWriter.RATE), "rows/s");
      Results.value(
          name(each, side.getKey() + "-cpu"), median(side.getValue(), ScoreWriter.CPU), "ns/row");
    }
    for (String side : List.of("workers", "sync", "async")) {
      Results.ratio(name(each, side), ratio(runs.get(side), runs.get("operator")));
    }
  }

  private static void add(
      Map<String, List<Map<String, Double>>> runs, String side, Map<String, Double> figures) {
    runs.computeIfAbsent(side, unknown -> new ArrayList<>()).add(figures);
  }

  /** All sides have to say the same of the first records. */
  private static void compare(StreamingCase each, Map<String, List<Map<String, Double>>> runs) {
    double[] means =
        runs.values().stream()
            .flatMap(List::stream)
            .mapToDouble(run -> run.get(ScoreWriter.MEAN))
            .toArray();
    for (double mean : means) {
      if (!(Math.abs(mean - means[0]) <= LARGEST_DIFFERENCE)) {
        throw new IllegalStateException(each + ": a mean score of " + mean + " beside " + means[0]);
      }
    }
  }

  /** At the capacity that Flink has by default. */
  private void clamp(StreamingCase each) throws IOException, InterruptedException {
    List<Map<String, Double>> clamped = new ArrayList<>();
    List<Map<String, Double>> unclamped = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      clamped.add(run(each, Way.ASYNC, batchRows, DEFAULT_CAPACITY, 0));
      unclamped.add(run(each, Way.UNCLAMPED, batchRows, DEFAULT_CAPACITY, 0));
    }
    Results.value("ml-predict-clamped-rows", median(clamped, ScoreWriter.RATE), "rows/s");
    Results.value("ml-predict-unclamped-rows", median(unclamped, ScoreWriter.RATE), "rows/s");
    Results.ratio("ml-predict-clamped", ratio(clamped, unclamped));
  }

  private static String name(StreamingCase each, String figure) {
    return "ml-predict-" + each.label() + "-" + figure;
  }

  private static double ratio(List<Map<String, Double>> runs, List<Map<String, Double>> others) {
    return Results.median(
        IntStream.range(0, runs.size())
            .mapToDouble(
                fork ->
                    runs.get(fork).get(ScoreWriter.RATE) / others.get(fork).get(ScoreWriter.RATE))
            .toArray());
  }

  private static double median(List<Map<String, Double>> runs, String figure) {
    return Results.median(runs.stream().mapToDouble(run -> run.get(figure)).toArray());
  }

  private Map<String, Double> run(
      StreamingCase each, Way way, int maxRows, int underWay, int workers)
      throws IOException, InterruptedException {
    Map<String, Double> figures =
        FreshJvm.run(
            FreshJvm.flinkFlags(heap),
            MlPredictRun.class.getName(),
            each.name(),
            way.name(),
            Integer.toString(maxRows),
            Integer.toString(underWay),
            Integer.toString(workers),
            Double.toString(warmUp),
            Integer.toString(rounds),
            Double.toString(round));
    System.out.printf(
        Locale.ROOT,
        "%s, %s, batches of %d, %d under way, %d workers: %s%n",
        each.label(),
        way,
        maxRows,
        underWay,
        workers,
        figures);
    return figures;
  }
}
