package io.pelton.examples.benchmarks;

import io.pelton.examples.benchmarks.adult.AdultBenchmark;
import io.pelton.examples.benchmarks.arrow.ArrowBatchBenchmark;
import io.pelton.examples.benchmarks.arrow.ArrowPackBenchmark;
import io.pelton.examples.benchmarks.arrow.ShuffleBenchmark;
import io.pelton.examples.benchmarks.cpu.CpuBenchmark;
import io.pelton.examples.benchmarks.cpu.KernelBenchmark;
import io.pelton.examples.benchmarks.cuda.CudaBenchmark;
import io.pelton.examples.benchmarks.executable.ExecutableBenchmark;
import io.pelton.examples.benchmarks.open.OpenBenchmark;
import io.pelton.examples.benchmarks.plan.PlanBenchmark;
import io.pelton.examples.benchmarks.realize.RealizeOverhead;
import io.pelton.examples.benchmarks.sql.MlPredictBenchmark;
import io.pelton.examples.benchmarks.streaming.LoadRun;
import io.pelton.examples.benchmarks.streaming.StreamingBenchmark;
import io.pelton.examples.benchmarks.tables.OptimizerTables;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Runs a benchmark by name. Its output ends with lines of {@link Results}. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = {
      AdultBenchmark.class,
      ArrowBatchBenchmark.class,
      ArrowPackBenchmark.class,
      CpuBenchmark.class,
      CudaBenchmark.class,
      ExecutableBenchmark.class,
      KernelBenchmark.class,
      LoadRun.class,
      MlPredictBenchmark.class,
      OpenBenchmark.class,
      PlanBenchmark.class,
      RealizeOverhead.class,
      ShuffleBenchmark.class,
      StreamingBenchmark.class,
      OptimizerTables.class
    },
    description = "Measures Pelton beside its peers.")
public final class Bench {
  private Bench() {}

  /** Runs the named benchmark; the exit code is 0 when it ran to its end. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Bench()).execute(args.length == 0 ? new String[] {"--help"} : args));
  }
}
