package io.pelton.cpu.property;

import io.pelton.engine.error.CaptureRefused;
import io.pelton.engine.realize.CapturedRun;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Captured and run twice, for each scenario, by any arms; or refused, for reasons that hold. */
final class Captured extends Realizing {
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  Captured(Machine machine, boolean isOptimized) {
    super("captured", machine, isOptimized);
  }

  /** How many passes were captured and how many refused. */
  Map<String, Integer> counts() {
    return counts;
  }

  @Override
  Optional<String> wrong(Subject subject, PipelinedExecutor executor, Expected expected) {
    for (int scenario = 0; scenario < subject.scenarios(); scenario++) {
      Optional<String> wrong = wrong(scenario, subject, executor, expected);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrong(
      int scenario, Subject subject, PipelinedExecutor executor, Expected expected) {
    Map<String, Tensor> inputs = subject.recipe().inputs(scenario);
    Realization realization = subject.realization(scenario, inputs).route(subject.route(scenario));
    try (CapturedRun captured = executor.capture(realization)) {
      counts.merge(name() + ": captured", 1, Integer::sum);
      for (int run = 0; run < 2; run++) {
        rewind(subject.recipe(), scenario, inputs);
        Realized realized = captured.replay(subject.given(inputs), subject.env(scenario));
        Optional<String> difference = expected.difference(scenario, subject.read(realized), inputs);
        if (difference.isPresent()) {
          return difference;
        }
      }
      return Optional.empty();
    } catch (CaptureRefused e) {
      counts.merge(name() + ": refused", 1, Integer::sum);
      return new Obstacles(subject, machine(), scenario).wrong(e.obstacles());
    }
  }

  /** Session state as it was, where it is. */
  private static void rewind(Recipe recipe, int scenario, Map<String, Tensor> inputs) {
    Map<String, Tensor> fresh = recipe.inputs(scenario);
    for (int at = 0; at < recipe.steps().size(); at++) {
      if (recipe.steps().get(at) instanceof Step.Input input && input.isSession()) {
        HeapStorage from = (HeapStorage) fresh.get(Recipe.name(at)).storage();
        HeapStorage to = (HeapStorage) inputs.get(Recipe.name(at)).storage();
        int slots = Math.toIntExact(to.dtype().carrierSlots(to.length()));
        System.arraycopy(from.array(), from.base(), to.array(), to.base(), slots);
      }
    }
  }
}
