package io.pelton.cpu.property;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.realize.NodeByNode;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One node after the other, all arms included. */
record NodeByNodeWay() implements Way {
  @Override
  public String name() {
    return "node by node";
  }

  @Override
  public boolean takes(Recipe recipe) {
    return true;
  }

  @Override
  public Optional<String> wrong(Recipe recipe, Expected expected) {
    for (int scenario = 0; scenario < recipe.scenarios().size(); scenario++) {
      NamedGraph named = recipe.bound(scenario).build();
      Map<String, Tensor> inputs = recipe.inputs(scenario);
      Map<String, Value> found =
          NodeByNode.of(named).inputs(inputs).realize(new Evaluator(Cpu.BACKEND, new Prepared()));
      Optional<String> difference =
          expected.outputDifference(scenario, List.copyOf(found.values()));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }
}
