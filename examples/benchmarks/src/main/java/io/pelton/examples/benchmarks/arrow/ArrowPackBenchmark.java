package io.pelton.examples.benchmarks.arrow;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.examples.benchmarks.Contender;
import io.pelton.examples.benchmarks.Results;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Packing columns into rows, beside a plain copy of as many bytes as the input has. */
@Command(
    name = "arrow-pack",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Columns of foreign Arrow batches as an input [N,28], beside a plain copy.")
public final class ArrowPackBenchmark implements Callable<Integer> {
  private static final int COLUMNS = 28;
  private static final int WARM_UP = 5;

  @Option(names = "--rows", description = "Rows of the large batch, which no cache is to hold.")
  private int rows = 1_000_000;

  @Option(names = "--batch", description = "Rows of a batch of usual size.")
  private int batch = 8192;

  @Option(names = "--rounds", description = "Measured rounds of each case.")
  private int rounds = 15;

  @Override
  public Integer call() {
    Map<String, Double> ratios = new LinkedHashMap<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("arrow-pack")) {
      for (PackCase.Kind kind : PackCase.Kind.values()) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        ratios.put("pack-28-" + name, measure(allocator, kind, rows));
        ratios.put("pack-28-" + name + "-batch", measure(allocator, kind, batch));
      }
    }
    ratios.forEach(Results::ratio);
    Results.ratio("pack-28", ratios.get("pack-28-floats"));
    return 0;
  }

  private double measure(ArrowAllocator allocator, PackCase.Kind kind, int count) {
    int passes = Math.max(1, rows / count);
    try (PackCase ours = PackCase.of(allocator, kind, COLUMNS, count);
        PlainCopy plain = new PlainCopy(allocator, ours.elements())) {
      Contender packing = new Contender(number -> ours.pack(), passes, rounds);
      Contender copying = new Contender(number -> plain.copy(), passes, rounds);
      Contender.takeTurns(List.of(packing, copying), WARM_UP, rounds);
      System.out.printf(
          Locale.ROOT,
          "%-9s %,9d rows: %5.2f ns a row, %5.1f GB/s of input; a plain copy %5.1f GB/s%n  %s%n",
          kind,
          count,
          packing.nanos() / count,
          4.0 * ours.elements() / packing.nanos(),
          4.0 * ours.elements() / copying.nanos(),
          ours.explain());
      return packing.ratioTo(copying);
    }
  }
}
