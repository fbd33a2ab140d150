package io.pelton.examples.benchmarks.streaming;

import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.examples.benchmarks.Results;
import io.pelton.examples.benchmarks.streaming.StreamingRun.Way;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Records through a job of one chained vertex: scored by Pelton in micro-batches, by ONNX Runtime
 * per record (a), and by ONNX Runtime behind a hand-written buffer of 64 records (b). Every job has
 * a JVM of its own, and they take turns.
 */
@Command(
    name = "streaming",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description =
        "Records through one chained vertex, beside ONNX Runtime per record and buffered.")
public final class StreamingBenchmark implements Callable<Integer> {
  private static final double LARGEST_DIFFERENCE = 1e-4;
  private static final List<StreamingCase> UNBATCHED =
      List.of(StreamingCase.TREES_100, StreamingCase.TREES_200);

  /** The path whose latency is told. */
  private static final StreamingCase TIMED = StreamingCase.TREES_100;

  /** How much of what goes through is offered where latency is measured. */
  private static final double LOAD = 0.5;

  @Option(names = "--case", description = "Cases: ${COMPLETION-CANDIDATES}.")
  private List<StreamingCase> cases = List.of(StreamingCase.values());

  @Option(names = "--forks", description = "JVMs of each side of a case, which take turns.")
  private int forks = 5;

  @Option(names = "--warm-up", description = "Seconds of a job before the measured rounds.")
  private double warmUp = 8;

  @Option(names = "--rounds", description = "Measured rounds of a job.")
  private int rounds = 5;

  @Option(names = "--round", description = "Seconds of a round.")
  private double round = 1;

  @Option(names = "--batch-rows", description = "Rows of Pelton's micro-batches at most.")
  private int batchRows = 1024;

  @Option(names = "--heap", description = "Heap of a JVM, touched before.")
  private String heap = "1g";

  @Option(names = "--skip-unbatched", description = "Leaves out the cases with batches of a row.")
  private boolean skipsUnbatched;

  private List<Map<String, Double>> ours;
  private List<Map<String, Double>> records;
  private List<Map<String, Double>> buffers;
  private List<Map<String, Double>> singles;
  private List<Map<String, Double>> adaptive;

  @Override
  public Integer call() throws IOException, InterruptedException {
    for (StreamingCase each : cases) {
      boolean unbatched = !skipsUnbatched && UNBATCHED.contains(each);
      measure(each, unbatched);
      if (unbatched && each == TIMED) {
        latency(each);
      }
    }
    return 0;
  }

  private void measure(StreamingCase each, boolean unbatched)
      throws IOException, InterruptedException {
    ours = new ArrayList<>();
    records = new ArrayList<>();
    buffers = new ArrayList<>();
    singles = new ArrayList<>();
    adaptive = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      ours.add(run(each, Way.PELTON, batchRows, 0));
      adaptive.add(run(each, Way.ADAPTIVE, batchRows, 0));
      records.add(run(each, Way.RECORD_PEER, 1, 0));
      buffers.add(run(each, Way.BUFFER_PEER, BufferPeer.ROWS, 0));
      if (unbatched) {
        singles.add(run(each, Way.PELTON, 1, 0));
      }
      compare(each, fork);
    }
    String name = each.label();
    print(name, ours);
    print(name + "-a", records);
    print(name + "-b", buffers);
    print(name + "-adaptive", adaptive);
    ratios(name + "-adaptive", adaptive);
    if (unbatched) {
      print(name + "-unbatched", singles);
      ratios(name + "-unbatched", singles);
    }
    ratios(name, ours);
  }

  /** All sides have to say the same of the first records. */
  private void compare(StreamingCase each, int fork) {
    double expected = records.get(fork).get(ScoreWriter.MEAN);
    Stream.of(ours, buffers, singles, adaptive)
        .filter(runs -> !runs.isEmpty())
        .map(runs -> runs.get(fork).get(ScoreWriter.MEAN))
        .filter(mean -> !(Math.abs(mean - expected) <= LARGEST_DIFFERENCE))
        .findFirst()
        .ifPresent(
            mean -> {
              throw new IllegalStateException(
                  each + ": a mean score of " + mean + " beside " + expected);
            });
  }

  private void ratios(String name, List<Map<String, Double>> runs) {
    Results.value(name + "-a-by-cpu", ratio(records, runs, ScoreWriter.CPU), "times");
    Results.value(name + "-b-by-cpu", ratio(buffers, runs, ScoreWriter.CPU), "times");
    Results.ratio(name + "-a", ratio(runs, records, ScoreWriter.RATE));
    Results.ratio(name + "-b", ratio(runs, buffers, ScoreWriter.RATE));
  }

  private static double ratio(
      List<Map<String, Double>> runs, List<Map<String, Double>> others, String figure) {
    return Results.median(
        IntStream.range(0, runs.size())
            .mapToDouble(fork -> runs.get(fork).get(figure) / others.get(fork).get(figure))
            .toArray());
  }

  private static void print(String name, List<Map<String, Double>> runs) {
    Results.value(name + "-records", median(runs, ScoreWriter.RATE), "records/s");
    Results.value(name + "-cpu", median(runs, ScoreWriter.CPU), "ns/record");
    Results.value(name + "-allocated", median(runs, ScoreWriter.ALLOCATED), "bytes/record");
  }

  private static double median(List<Map<String, Double>> runs, String figure) {
    return Results.median(runs.stream().mapToDouble(run -> run.get(figure)).toArray());
  }

  /** At half of what each side can do. */
  private void latency(StreamingCase each) throws IOException, InterruptedException {
    double ourRate = median(singles, ScoreWriter.RATE) * LOAD;
    double peerRate = median(buffers, ScoreWriter.RATE) * LOAD;
    List<Map<String, Double>> own = new ArrayList<>();
    List<Map<String, Double>> peers = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      own.add(run(each, Way.PELTON, 1, ourRate));
      peers.add(run(each, Way.BUFFER_PEER, BufferPeer.ROWS, peerRate));
    }
    for (String figure : List.of(ScoreWriter.P50, ScoreWriter.P99)) {
      Results.value("unbatched-" + figure, median(own, figure) / 1000, "us");
      Results.value("unbatched-b-" + figure, median(peers, figure) / 1000, "us");
    }
  }

  private Map<String, Double> run(StreamingCase each, Way way, int maxRows, double rate)
      throws IOException, InterruptedException {
    Map<String, Double> figures =
        FreshJvm.run(
            FreshJvm.flinkFlags(heap),
            StreamingRun.class.getName(),
            each.name(),
            way.name(),
            Integer.toString(maxRows),
            Double.toString(warmUp),
            Integer.toString(rounds),
            Double.toString(round),
            Double.toString(rate));
    System.out.printf(
        Locale.ROOT, "%s, %s, batches of %d: %s%n", each.label(), way, maxRows, figures);
    return figures;
  }
}
