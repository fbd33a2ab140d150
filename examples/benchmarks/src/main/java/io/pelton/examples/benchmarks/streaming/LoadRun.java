package io.pelton.examples.benchmarks.streaming;

import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.examples.benchmarks.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The census pipeline at full speed for a long time, with bad records that go to a side output and
 * checkpoints every second, in a JVM of its own whose heap is touched before. Prints the memory and
 * threads that it holds as they go by, and by how much each grew a minute after the warm-up.
 */
@Command(
    name = "streaming-load",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "A streaming job at full speed: does memory or the number of threads grow?")
public final class LoadRun implements Callable<Integer> {
  @Option(names = "--minutes", description = "How long the job runs.")
  private double minutes = 30;

  @Option(names = "--linger", description = "How long a first record may wait.")
  private String linger = "1s";

  @Option(names = "--batch-rows", description = "Rows of a micro-batch at most.")
  private int batchRows = 1024;

  @Option(names = "--every", description = "Seconds between looks at memory and threads.")
  private double every = 5;

  @Option(names = "--heap", description = "Heap of the JVM.")
  private String heap = "512m";

  @Override
  public Integer call() throws IOException, InterruptedException {
    run(minutes * 60, every, linger, batchRows, heap, System.out::println)
        .forEach((name, value) -> Results.value("streaming-load-" + name, value, unit(name)));
    return 0;
  }

  private static String unit(String name) {
    if (name.endsWith("-slope")) {
      return unit(name.substring(0, name.length() - "-slope".length())) + "/min";
    }
    return switch (name) {
      case LoadSample.THREADS -> "threads";
      case LoadJob.RECORDS -> "records/s";
      case LoadJob.SCORED, LoadJob.FAILED -> "records";
      case LoadJob.CHECKPOINTS -> "checkpoints";
      default -> "KiB";
    };
  }

  /**
   * @param lines takes the series
   * @return figures by name
   */
  static Map<String, Double> run(
      double seconds,
      double every,
      String linger,
      int batchRows,
      String heap,
      Consumer<String> lines)
      throws IOException, InterruptedException {
    return FreshJvm.watch(
        lines,
        flags(heap),
        LoadJob.class.getName(),
        Double.toString(seconds),
        Double.toString(every),
        linger,
        Integer.toString(batchRows));
  }

  private static List<String> flags(String heap) {
    List<String> flags = new ArrayList<>();
    flags.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch"));
    flags.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    for (String opened : List.of("java.nio", "sun.nio.ch", "java.lang", "java.util")) {
      flags.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
    }
    for (String property : List.of("adult.data", "adult.model")) {
      flags.add("-D" + property + "=" + System.getProperty(property));
    }
    return flags;
  }
}
