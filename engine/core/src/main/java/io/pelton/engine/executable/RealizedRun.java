package io.pelton.engine.executable;

import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.tensor.Value;
import java.util.List;

/** A run without a plan. */
record RealizedRun(List<Value> outputs, DataDependentShape reason) implements LastRun {
  @Override
  public Value output(int index) {
    return outputs.get(index);
  }

  @Override
  public String explain() {
    return "no plan, runs node by node: " + reason.getMessage();
  }
}
