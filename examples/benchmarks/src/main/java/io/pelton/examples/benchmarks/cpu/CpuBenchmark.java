package io.pelton.examples.benchmarks.cpu;

import ai.onnxruntime.OrtException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.Contender;
import io.pelton.examples.benchmarks.Results;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Models and operators on the CPU backend beside ONNX Runtime with pinned buffers, in one process,
 * on this thread, or with as many more on either side as are asked for.
 */
@Command(
    name = "cpu",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "Cases on the CPU backend beside ONNX Runtime, one thread each by default.")
public final class CpuBenchmark implements Callable<Integer> {
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
  private static final long WINDOW_NANOS = 500_000_000;
  private static final int MOST_WINDOWS = 20;
  private static final int QUIET_WINDOWS = 3;

  /** Compilation of less than that in a window is not the run's. */
  private static final long QUIET_MILLIS = 10;

  @Parameters(description = "Cases whose names start like that; all without any.", arity = "0..*")
  private List<String> only = new ArrayList<>();

  @Option(names = "--rounds", description = "Measured rounds, in which both take turns.")
  private int rounds = 21;

  @Option(names = "--warm-up", description = "Rounds before that.")
  private int warmUp = 10;

  @Option(names = "--round-millis", description = "About how long one round of a side takes.")
  private int roundMillis = 30;

  @Option(names = "--threads", description = "Threads of each side within one run.")
  private int threads = 1;

  private record Line(CpuCase each, double ours, double theirs, double ratio) {}

  @Override
  public Integer call() throws IOException, OrtException {
    Backend backend = Backend.best(CpuBenchmark.class.getClassLoader());
    System.out.println(backend.description());
    List<Line> lines = new ArrayList<>();
    for (CpuCase each : CpuCases.of(only)) {
      Line line = measure(backend, each);
      lines.add(line);
      System.out.printf(
          Locale.ROOT,
          "%-28s Pelton %12.2f us   ONNX Runtime %12.2f us   ratio %6.2f   aim %5.2f%n",
          each.name(),
          line.ours() / 1e3,
          line.theirs() / 1e3,
          line.ratio(),
          each.target());
    }
    Limits limits = new Limits();
    limits.print();
    lines.forEach(line -> limits.print(line.each(), line.ours()));
    lines.forEach(line -> Results.ratio(line.each().name(), line.ratio()));
    return 0;
  }

  private Line measure(Backend backend, CpuCase each) throws OrtException {
    NamedGraph graph = OnnxModel.parse(each.model(), each.name()).graph();
    Tensor[] inputs = each.tensors(graph);
    CompileOptions options = CompileOptions.on(backend).withIntraOpThreads(threads);
    try (CompiledGraph compiled = CompiledGraph.compile(graph, options);
        ExecutableGraph executable = compiled.newExecutable();
        PeerRun peer = new PeerRun(each, threads)) {
      executable.runSlots(inputs);
      peer.run();
      check(each, graph, executable, peer);
      Contender ours = contender(() -> executable.runSlots(inputs));
      Contender theirs = contender(peer::run);
      Contender.takeTurns(List.of(ours, theirs), warmUp, rounds);
      return new Line(each, ours.nanos(), theirs.nanos(), ours.ratioTo(theirs));
    }
  }

  /** Rounds of about the time that was asked for, once the JIT has seen the runs. */
  private Contender contender(Runnable run) {
    settle(run);
    double nanos = repeat(run, WINDOW_NANOS / 8);
    int passes = (int) Math.max(1, roundMillis * 1e6 / nanos);
    return new Contender(number -> run.run(), passes, rounds);
  }

  /** Runs until the JIT has had nothing to do for a while: vector code is slow until then. */
  private static void settle(Runnable run) {
    long quiet = 0;
    for (int window = 0; window < MOST_WINDOWS && quiet < QUIET_WINDOWS; window++) {
      long before = COMPILER.getTotalCompilationTime();
      repeat(run, WINDOW_NANOS);
      boolean isQuiet = COMPILER.getTotalCompilationTime() - before < QUIET_MILLIS;
      quiet = isQuiet ? quiet + 1 : 0;
    }
  }

  /** Runs for at least that long, and says how long one run took. */
  private static double repeat(Runnable run, long nanos) {
    long start = System.nanoTime();
    long passed;
    int runs = 0;
    do {
      run.run();
      runs++;
      passed = System.nanoTime() - start;
    } while (passed < nanos);
    return (double) passed / runs;
  }

  private static void check(
      CpuCase each, NamedGraph graph, ExecutableGraph executable, PeerRun peer) {
    for (int slot = 0; slot < graph.outputPorts().size(); slot++) {
      String output = graph.outputPorts().get(slot).name();
      if (executable.output(slot) instanceof Tensor tensor) {
        peer.floats(output)
            .ifPresent(theirs -> each.agreement().check(each.name(), tensor.toFloats(), theirs));
      }
    }
  }
}
