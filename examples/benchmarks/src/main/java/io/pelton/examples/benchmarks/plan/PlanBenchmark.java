package io.pelton.examples.benchmarks.plan;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.examples.benchmarks.Results;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The first plan of a transformer of 550 nodes, in fresh JVMs and in a warm one, and how the time
 * grows with the graph.
 */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "The time to optimize and plan transformer graphs, without packing weights.")
public final class PlanBenchmark implements Callable<Integer> {
  private static final int NODES = 550;
  private static final int HIDDEN = 384;
  private static final int SCALING_HIDDEN = 32;
  private static final String FIRST_PLAN = "first-plan-millis";
  private static final int[] SIZES = {1_000, 3_000, 10_000, 30_000};

  @Spec private CommandSpec spec;

  @Option(names = "--rounds", description = "Measured plans in the warm JVM.")
  private int rounds = 51;

  @Option(names = "--warm-up", description = "Plans before that.")
  private int warmUp = 30;

  @Option(names = "--fresh", description = "Fresh JVMs.")
  private int fresh = 5;

  @Option(names = "--scaling-rounds", description = "Measured plans of each size, after two.")
  private int scalingRounds = 5;

  @Option(names = "--once", hidden = true, description = "One plan in this JVM, nothing else.")
  private boolean once;

  private final Backend backend = Backend.best(PlanBenchmark.class.getClassLoader());

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (once) {
      double millis =
          FirstPlan.of(TransformerGraph.of(TransformerGraph.layersFor(NODES), HIDDEN), backend)
              .millis();
      FreshJvm.report(FIRST_PLAN, millis);
      return 0;
    }
    String mainClass = spec.root().userObject().getClass().getName();
    double[] freshMillis = new double[fresh];
    for (int i = 0; i < fresh; i++) {
      freshMillis[i] = FreshJvm.run(mainClass, "plan", "--once").get(FIRST_PLAN);
    }
    List<FirstPlan> warm = warm();
    FirstPlan[] scaled = IntStream.of(SIZES).mapToObj(this::scaled).toArray(FirstPlan[]::new);
    Results.value("plan-%d-fresh".formatted(NODES), Results.median(freshMillis), "ms");
    Results.value("plan-%d-warm".formatted(NODES), median(warm, FirstPlan::millis), "ms");
    Results.value(
        "plan-%d-warm-processor".formatted(NODES), median(warm, FirstPlan::processorMillis), "ms");
    for (int i = 0; i < SIZES.length; i++) {
      Results.value("optimize-" + SIZES[i], scaled[i].optimizeMillis(), "ms");
      Results.value("plan-" + SIZES[i], scaled[i].planMillis(), "ms");
    }
    return 0;
  }

  private List<FirstPlan> warm() {
    NamedGraph graph = TransformerGraph.of(TransformerGraph.layersFor(NODES), HIDDEN);
    return measured(graph, warmUp, rounds);
  }

  private List<FirstPlan> measured(NamedGraph graph, int before, int count) {
    for (int i = 0; i < before; i++) {
      FirstPlan.of(graph, backend);
    }
    return IntStream.range(0, count).mapToObj(i -> FirstPlan.of(graph, backend)).toList();
  }

  private static double median(List<FirstPlan> plans, ToDoubleFunction<FirstPlan> time) {
    return Results.median(plans.stream().mapToDouble(time).toArray());
  }

  private FirstPlan scaled(int nodes) {
    NamedGraph graph = TransformerGraph.of(TransformerGraph.layersFor(nodes), SCALING_HIDDEN);
    List<FirstPlan> plans = measured(graph, 2, scalingRounds);
    FirstPlan medians =
        new FirstPlan(
            median(plans, FirstPlan::optimizeMillis),
            median(plans, FirstPlan::planMillis),
            median(plans, FirstPlan::processorMillis));
    System.out.printf(
        Locale.ROOT,
        "%,d nodes: optimize %.1f ms, plan %.1f ms; of the processor %.1f ms, %.1f µs a node%n",
        nodes,
        medians.optimizeMillis(),
        medians.planMillis(),
        medians.processorMillis(),
        medians.processorMillis() * 1e3 / nodes);
    return medians;
  }
}
