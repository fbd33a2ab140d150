package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.NamedGraph;
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
  public Optional<String> wrong(Recipe recipe, List<List<Grid>> expected) {
    for (int scenario = 0; scenario < expected.size(); scenario++) {
      NamedGraph named = recipe.bound(scenario).build();
      Map<String, Value> found = Cpu.realize(named, recipe.inputs(scenario));
      Optional<String> difference = Trial.difference(expected.get(scenario), found);
      if (difference.isPresent()) {
        String where = "scenario " + scenario + ", ";
        return difference.map(where::concat);
      }
    }
    return Optional.empty();
  }
}
