package io.pelton.examples.benchmarks.realize;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
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

  @Option(
      names = "--rounds",
      description = "Measured rounds, in each of which all ways take turns.")
  private int rounds = 301;

  @Option(names = "--warm-up", description = "Rounds before that.")
  private int warmUp = 200;

  @Option(names = "--passes", description = "Passes of a round.")
  private int passes = 200;

  @Override
  public Integer call() {
    NamedGraph graph = ElementwiseGraph.of(NODES / ElementwiseGraph.BLOCK, ELEMENTS);
    Tensor[][] batches = batches();
    try (Ways ways = new Ways(graph, Backend.best(RealizeOverhead.class.getClassLoader()))) {
      Map<String, Contender> contenders = new LinkedHashMap<>();
      contenders.put("per-node", contender(ways.cached()));
      contenders.put("per-node-persistent", contender(ways.persistent()));
      contenders.put("per-node-optimized", contender(ways.optimized()));
      contenders.put("captured-per-node", contender(ways.captured(batches[0])));
      contenders.put("run-slots-per-node", contender(ways.compiled()));
      contenders.put("calls-per-node", contender(ways.calls(batches[0])));
      contenders.put("uncached-per-node", new Contender(ways.planned(), 1, rounds));
      checkResults(contenders, batches);
      measure(contenders, batches);
      report(contenders, batches);
    }
    return 0;
  }

  private Contender contender(Contender.Pass pass) {
    return new Contender(pass, passes, rounds);
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

  private static void checkResults(Map<String, Contender> contenders, Tensor[][] batches) {
    for (Tensor[] batch : batches) {
      float[] expected = contenders.get("run-slots-per-node").result(batch);
      contenders.forEach(
          (name, contender) -> {
            float[] actual = contender.result(batch);
            if (!Arrays.equals(actual, expected)) {
              throw new IllegalStateException(
                  "the ways disagree: %s gives %s instead of %s"
                      .formatted(name, Arrays.toString(actual), Arrays.toString(expected)));
            }
          });
    }
  }

  private void measure(Map<String, Contender> contenders, Tensor[][] batches) {
    for (int round = 0; round < warmUp; round++) {
      contenders.values().forEach(contender -> contender.run(batches));
    }
    for (int round = 0; round < rounds; round++) {
      for (Contender contender : contenders.values()) {
        contender.measure(round, batches);
      }
    }
  }

  private static void report(Map<String, Contender> contenders, Tensor[][] batches) {
    contenders.forEach((name, contender) -> Results.value(name, contender.nanos() / NODES, "ns"));
    Contender persistent = contenders.get("per-node-persistent");
    Results.value("allocated-per-node", persistent.allocated(batches) / NODES, "bytes");
    Contender peer = contenders.get("run-slots-per-node");
    Results.ratio("realize-overhead", contenders.get("per-node").ratioTo(peer));
    Results.ratio("realize-overhead-persistent", persistent.ratioTo(peer));
  }
}
