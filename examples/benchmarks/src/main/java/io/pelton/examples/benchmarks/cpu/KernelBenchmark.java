package io.pelton.examples.benchmarks.cpu;

import io.pelton.examples.benchmarks.Results;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The vector kernels beside their scalar twins, measured by JMH. */
@Command(
    name = "kernels",
    mixinStandardHelpOptions = true,
    description = "JMH: single operators with the vector kernels and with their scalar twins.")
public final class KernelBenchmark implements Callable<Integer> {
  private static final List<String> OPERATORS =
      List.of("trees", "gemm", "exp", "tanh", "gelu", "chain", "layernorm", "softmax", "attention");

  @Parameters(
      description = "Cases of `bench cpu` whose names start like that; without any, its operators.",
      arity = "0..*")
  private List<String> only = OPERATORS;

  @Override
  public Integer call() throws IOException, RunnerException {
    String[] names = CpuCases.of(only).stream().map(CpuCase::name).toArray(String[]::new);
    var options =
        new OptionsBuilder()
            .include(KernelRuns.class.getName())
            .param("kernel", names)
            .shouldFailOnError(true)
            .build();
    Map<String, Map<KernelRuns.Twin, Double>> scores = new LinkedHashMap<>();
    for (RunResult result : new Runner(options).run()) {
      scores
          .computeIfAbsent(
              result.getParams().getParam("kernel"), kernel -> new EnumMap<>(KernelRuns.Twin.class))
          .put(
              KernelRuns.Twin.valueOf(result.getParams().getParam("twin")),
              result.getPrimaryResult().getScore());
    }
    scores.forEach(
        (kernel, micros) ->
            Results.ratio(
                kernel, micros.get(KernelRuns.Twin.SCALAR) / micros.get(KernelRuns.Twin.VECTOR)));
    return 0;
  }
}
