package io.pelton.cpu.property;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Realized as it is, for each scenario anew, with what the caller binds. */
record Plain(String name, Devices devices, PlanOptions planning) implements Way {
  @Override
  public boolean takes(Recipe recipe) {
    return true;
  }

  @Override
  public Optional<String> wrong(Recipe recipe, Expected expected) {
    NamedGraph named = recipe.build();
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning)) {
      for (int scenario = 0; scenario < recipe.scenarios().size(); scenario++) {
        Map<String, Tensor> inputs = recipe.inputs(scenario);
        SymEnv env = new SymEnv();
        recipe.scenarios().get(scenario).env().forEach(env::bind);
        try (Realized realized = executor.realize(Realization.of(named, inputs).env(env))) {
          List<Value> found = List.copyOf(realized.outputs(named).values());
          Optional<String> difference = expected.difference(scenario, found, inputs);
          if (difference.isPresent()) {
            return difference;
          }
        }
      }
    }
    return Optional.empty();
  }
}
