package io.pelton.examples.benchmarks.realize;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.Contender;
import io.pelton.examples.benchmarks.Results;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a realize costs a node, where kernels have next to nothing to do: 100 nodes on 16 floats, as
 * 100 kernel calls, beside the same calls from a compiled executable. Inputs change with every
 * pass.
 */
@Command(
    name = "realize-overhead",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = "A realize of 100 elementwise nodes on 16 floats against a compiled executable.")
public final class RealizeOverhead implements Callable<Integer> {
  private static final int NODES = 100;
  private static final int ELEMENTS = 16;
  private static final int BATCHES = 2;
  private static final String UNCACHED = "uncached-per-node";

  @Option(
      names = "--rounds",
      description = "Measured rounds, in each of which all ways take turns.")
  private int rounds = 301;

  @Option(names = "--warm-up", description = "Rounds before that.")
  private int warmUp = 200;

  @Option(names = "--passes", description = "Passes of a round.")
  private int passesOfRound = 200;

  @Override
  public Integer call() {
    NamedGraph graph = ElementwiseGraph.of(NODES / ElementwiseGraph.BLOCK, ELEMENTS);
    Tensor[][] batches = batches();
    try (Ways ways = new Ways(graph, Backend.best(RealizeOverhead.class.getClassLoader()))) {
      Map<String, Ways.Pass> passes = new LinkedHashMap<>();
      passes.put("per-node", ways.cached());
      passes.put("per-node-persistent", ways.persistent());
      passes.put("per-node-optimized", ways.optimized());
      passes.put("captured-per-node", ways.captured(batches[0]));
      passes.put("run-slots-per-node", ways.compiled());
      passes.put("calls-per-node", ways.calls(batches[0]));
      passes.put(UNCACHED, ways.planned());
      checkResults(passes, batches);
      Map<String, Contender> contenders = new LinkedHashMap<>();
      passes.forEach((name, pass) -> contenders.put(name, contender(name, pass, batches)));
      Contender.takeTurns(contenders.values(), warmUp, rounds);
      report(contenders);
    }
    return 0;
  }

  private Contender contender(String name, Ways.Pass pass, Tensor[][] batches) {
    int ofRound = name.equals(UNCACHED) ? 1 : passesOfRound;
    return new Contender(number -> pass.run(batches[number % BATCHES]), ofRound, rounds);
  }

  /** Inputs by slot, within -1 and 1. */
  private static Tensor[][] batches() {
    Random random = new Random(4);
    Tensor[][] batches = new Tensor[BATCHES][2];
    for (Tensor[] batch : batches) {
      for (int slot = 0; slot < batch.length; slot++) {
        float[] values = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
          values[i] = 2 * random.nextFloat() - 1;
        }
        batch[slot] = Tensor.of(values, ELEMENTS);
      }
    }
    return batches;
  }

  private static void checkResults(Map<String, Ways.Pass> passes, Tensor[][] batches) {
    for (Tensor[] batch : batches) {
      float[] expected = passes.get("run-slots-per-node").run(batch).toFloats();
      passes.forEach(
          (name, pass) -> {
            float[] actual = pass.run(batch).toFloats();
            if (!Arrays.equals(actual, expected)) {
              throw new IllegalStateException(
                  "the ways disagree: %s gives %s instead of %s"
                      .formatted(name, Arrays.toString(actual), Arrays.toString(expected)));
            }
          });
    }
  }

  private static void report(Map<String, Contender> contenders) {
    contenders.forEach((name, contender) -> Results.value(name, contender.nanos() / NODES, "ns"));
    Contender persistent = contenders.get("per-node-persistent");
    Results.value("allocated-per-node", persistent.allocated() / NODES, "bytes");
    Contender peer = contenders.get("run-slots-per-node");
    Results.ratio("realize-overhead", contenders.get("per-node").ratioTo(peer));
    Results.ratio("realize-overhead-persistent", persistent.ratioTo(peer));
  }
}
