package io.pelton.examples.benchmarks.open;

import ai.onnxruntime.OrtException;
import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.examples.benchmarks.Results;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Opens a sentence model of 90 MB in fresh JVMs, by turns with Pelton and with ONNX Runtime: from
 * the file to an executable that is ready to run, and to the first result.
 */
@Command(
    name = "open",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "The time and the memory that opening a model of 90 MB takes, in fresh JVMs.")
public final class OpenBenchmark implements Callable<Integer> {
  private static final String MODEL = "all-minilm-l6-v2.onnx";
  private static final Set<String> BYTES = Set.of("held", "resident", "anonymous", "file");

  /** A heap that holds the model, as a multiple of its file, and leaves little to garbage. */
  private static final double SMALL_HEAP = 1.6;

  private enum Engine {
    PELTON,
    ONNXRUNTIME
  }

  @Spec private CommandSpec spec;

  @Option(names = "--file", description = "Another export of the model.", paramLabel = "<file>")
  private Path given;

  @Option(names = "--fresh", description = "Fresh JVMs for each of the two.")
  private int fresh = 7;

  @Option(names = "--tokens", description = "Length of the first sentence.")
  private int tokens = 16;

  @Option(names = "--once", hidden = true, description = "Opens once in this JVM.")
  private Engine once;

  @Override
  public Integer call() throws IOException, InterruptedException, OrtException {
    if (once != null) {
      switch (once) {
        case PELTON -> new PeltonOpening(given, tokens).report();
        case ONNXRUNTIME -> new PeerOpening(given, tokens).report();
      }
      return 0;
    }
    if (given != null) {
      compare(given);
      return 0;
    }
    Path file = Files.createTempFile("bench-open", ".onnx");
    try (InputStream bytes = OpenBenchmark.class.getResourceAsStream("/" + MODEL)) {
      Files.write(file, bytes.readAllBytes());
      compare(file);
    } finally {
      Files.delete(file);
    }
    return 0;
  }

  private void compare(Path file) throws IOException, InterruptedException {
    List<Map<String, Double>> own = new ArrayList<>();
    List<Map<String, Double>> peers = new ArrayList<>();
    for (int i = 0; i < fresh; i++) {
      own.add(opened(Engine.PELTON, file, List.of()));
      peers.add(opened(Engine.ONNXRUNTIME, file, List.of()));
    }
    long size = Files.size(file);
    printSmallHeap(file, size);
    print("pelton", own, size);
    print("onnxruntime", peers, size);
    ratio("open", own, peers);
    ratio("first-result", own, peers);
    if (ProcessMemory.isKnown()) {
      ratio("peak-resident", own, peers);
      ratio("steady-resident", own, peers);
    }
  }

  /** What opening takes where the collector may not let garbage lie. */
  private void printSmallHeap(Path file, long size) throws IOException, InterruptedException {
    List<String> flags = List.of("-Xmx" + (long) (size * SMALL_HEAP));
    List<Map<String, Double>> runs = new ArrayList<>();
    for (int i = 0; i < fresh; i++) {
      runs.add(opened(Engine.PELTON, file, flags));
    }
    Results.value("pelton-small-heap", SMALL_HEAP, "files");
    Results.value("pelton-small-heap-peak-held", median(runs, "peak-held") / size, "files");
    Results.value("pelton-small-heap-open", median(runs, "open"), "ms");
  }

  private Map<String, Double> opened(Engine engine, Path file, List<String> flags)
      throws IOException, InterruptedException {
    return FreshJvm.run(
        flags,
        spec.root().userObject().getClass().getName(),
        "open",
        "--once",
        engine.name(),
        "--file",
        file.toString(),
        "--tokens",
        Integer.toString(tokens));
  }

  /** Times in milliseconds, memory as multiples of the file. */
  private static void print(String engine, List<Map<String, Double>> runs, long size) {
    for (String figure : new TreeSet<>(runs.get(0).keySet())) {
      boolean isBytes = BYTES.stream().anyMatch(figure::endsWith) || figure.equals("weights");
      double median = median(runs, figure);
      Results.value(
          engine + "-" + figure, isBytes ? median / size : median, isBytes ? "files" : "ms");
    }
  }

  private static double median(List<Map<String, Double>> runs, String figure) {
    return Results.median(runs.stream().mapToDouble(run -> run.get(figure)).toArray());
  }

  private static void ratio(
      String figure, List<Map<String, Double>> own, List<Map<String, Double>> peers) {
    Results.ratio(figure, median(peers, figure) / median(own, figure));
  }
}
