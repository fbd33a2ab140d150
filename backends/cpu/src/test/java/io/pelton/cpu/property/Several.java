package io.pelton.cpu.property;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All outputs twice, in any order, in one pass; then each output by itself. */
final class Several extends Realizing {
  Several(Machine machine, boolean isOptimized) {
    super("several targets", machine, isOptimized);
  }

  @Override
  Optional<String> wrong(Subject subject, PipelinedExecutor executor, Expected expected) {
    for (int scenario = 0; scenario < subject.scenarios(); scenario++) {
      Optional<String> wrong = together(scenario, subject, executor, expected);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    for (int output = 0; output < subject.outputs().size(); output++) {
      // every pass makes plans of its own, so one scenario does
      int scenario = output % subject.scenarios();
      Optional<String> wrong = alone(output, scenario, subject, executor, expected);
      if (wrong.isPresent()) {
        return wrong.map(reason -> "alone, " + reason);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> together(
      int scenario, Subject subject, PipelinedExecutor executor, Expected expected) {
    List<ValueId> targets = new ArrayList<>(subject.outputs());
    targets.addAll(subject.outputs());
    Collections.shuffle(targets, subject.random(scenario));
    Map<String, Tensor> inputs = subject.recipe().inputs(scenario);
    Realization realization = subject.realization(scenario, inputs).targets(targets);
    try (Realized realized = executor.realize(realization)) {
      for (int at = 0; at < targets.size(); at++) {
        if (!realized.values().get(at).equals(realized.value(targets.get(at)))) {
          return Optional.of("result " + at + " is not that of " + targets.get(at));
        }
      }
      return expected.difference(scenario, subject.read(realized), inputs);
    }
  }

  private static Optional<String> alone(
      int output, int scenario, Subject subject, PipelinedExecutor executor, Expected expected) {
    ValueId target = subject.outputs().get(output);
    Map<String, Tensor> inputs = subject.recipe().inputs(scenario);
    Realization realization = subject.realization(scenario, inputs).targets(target);
    try (Realized realized = executor.realize(realization)) {
      return expected.outputDifference(scenario, output, realized.onHost(target));
    }
  }
}
