package io.pelton.examples.benchmarks.cpu;

import io.pelton.cpu.vector.Peak;
import io.pelton.examples.benchmarks.Results;
import java.util.OptionalDouble;

/** What the machine can do at most, on this thread. */
final class Limits {
  private final OptionalDouble peak = Peak.operationsPerSecond();

  void print() {
    peak.ifPresent(rate -> Results.value("fma-peak", rate / 1e9, "GFLOP/s"));
    Bandwidth bandwidth = new Bandwidth();
    Results.value("copy-bandwidth", bandwidth.copying(), "GB/s");
    Results.value("read-bandwidth", bandwidth.reading(), "GB/s");
  }

  /** What of the peak a product reaches. */
  void print(CpuCase each, double nanos) {
    if (each.operations() > 0) {
      peak.ifPresent(
          rate ->
              Results.value(
                  each.name() + "-of-peak",
                  each.operations() / (nanos / 1e9) / rate,
                  "of the peak"));
    }
  }
}
