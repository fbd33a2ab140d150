package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every combination of many targets, environment, optimized graph, route or picking, kept order and
 * kept memory gives the bits of the plain call on the same optimized graph.
 */
class CombinationsTest {
  /**
   * What a pass leaves.
   *
   * @param state inputs after the pass
   */
  private record Left(Map<String, Bits> results, Map<String, Bits> state, List<Long> produced) {}

  static Stream<Scenario> scenarios() {
    return Scenarios.all();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void givesTheBitsOfThePlainCall(Scenario scenario) {
    OptimizedGraph optimized = scenario.optimized();
    List<Left> plain = plain(scenario, optimized.named());
    List<Left> picked = plain(scenario, scenario.withoutBranches(optimized.named()));
    boolean hasChoice = !scenario.arms().isEmpty();
    assertThat(plain.equals(picked)).as("arms can't be told apart").isNotEqualTo(hasChoice);
    SecondDevice second = new SecondDevice();
    try (PipelinedExecutor executor = scenario.executor(second)) {
      for (Combination combination : Combination.all()) {
        List<Left> expected = combination.arms().picks() ? picked : plain;
        check(scenario, optimized, combination, executor, expected);
        int weights = second.memory().liveAllocations();
        assertThat(weights).as("%s leaks", combination).isLessThanOrEqualTo(1);
      }
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  private static List<Left> plain(Scenario scenario, NamedGraph named) {
    List<Left> all = new ArrayList<>();
    try (PipelinedExecutor executor = scenario.executor(new SecondDevice())) {
      for (int pass = 0; pass < Scenario.PASSES; pass++) {
        Map<String, Tensor> inputs = scenario.inputs().apply(pass);
        Realization realization = Realization.of(named, inputs).env(scenario.env().apply(pass));
        try (Realized realized = executor.realize(realization)) {
          all.add(left(realized, named.outputs(), inputs, named));
        }
      }
    }
    return all;
  }

  private static Left left(
      Realized realized,
      Map<String, ValueId> targets,
      Map<String, Tensor> inputs,
      NamedGraph runs) {
    Map<String, Bits> state = new LinkedHashMap<>();
    inputs.forEach((name, tensor) -> state.put(name, Bits.of(tensor)));
    return new Left(results(realized, targets), state, produced(realized.producedEnv(), runs));
  }

  private static Map<String, Bits> results(Realized realized, Map<String, ValueId> targets) {
    Map<String, Bits> results = new LinkedHashMap<>();
    targets.forEach((name, target) -> results.put(name, Bits.of(realized.onHost(target))));
    return results;
  }

  /** By the order of the nodes that bind symbols; those that did not run have bound nothing. */
  private static List<Long> produced(SymEnv env, NamedGraph runs) {
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i < runs.graph().size(); i++) {
      if (runs.graph().op(new NodeId(i)) instanceof NonZeroIndices op) {
        counts.add(env.get(op.count()).orElse(-1));
      }
    }
    assertThat(env.symbols().size())
        .isEqualTo((int) counts.stream().filter(count -> count >= 0).count());
    return counts;
  }

  private static void check(
      Scenario scenario,
      OptimizedGraph optimized,
      Combination combination,
      PipelinedExecutor executor,
      List<Left> expected) {
    NamedGraph named = combination.named(scenario, optimized);
    List<ValueId> targets = combination.targets(named);
    List<Realized> open = new ArrayList<>();
    List<Left> found = new ArrayList<>();
    try (OrderCache order = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      for (int pass = 0; pass < Scenario.PASSES; pass++) {
        Map<String, Tensor> inputs = scenario.inputs().apply(pass);
        Realization realization = combination.of(scenario, optimized, pass, inputs);
        realization = combination.isCached() ? realization.order(order) : realization;
        realization = combination.isPersistent() ? realization.outputs(outputs) : realization;
        Map<String, ValueId> asked = asked(combination, named);
        Realized realized = executor.realize(realization);
        open.add(realized);
        String as = scenario + ", pass " + pass + ", " + combination;
        assertThat(realized.values()).as(as).hasSameSizeAs(targets);
        Left left = left(realized, asked, inputs, optimized.named());
        found.add(left);
        Map<String, Bits> results = new LinkedHashMap<>(expected.get(pass).results());
        results.keySet().retainAll(left.results().keySet());
        assertThat(left.results()).as(as).isEqualTo(results);
        if (combination.asked() != Combination.Asked.LAST) {
          assertThat(left).as(as).isEqualTo(expected.get(pass));
        }
      }
    }
    for (int pass = 0; pass < Scenario.PASSES; pass++) {
      try (Realized realized = open.get(pass)) {
        if (!combination.isPersistent()) {
          Map<String, Bits> before = found.get(pass).results();
          String as = scenario + ", pass " + pass + " after later ones, " + combination;
          assertThat(results(realized, asked(combination, named))).as(as).isEqualTo(before);
        }
      }
    }
  }

  private static Map<String, ValueId> asked(Combination combination, NamedGraph named) {
    Map<String, ValueId> asked = new LinkedHashMap<>();
    combination.asked().of(named).forEach(name -> asked.put(name, named.outputs().get(name)));
    return asked;
  }
}
