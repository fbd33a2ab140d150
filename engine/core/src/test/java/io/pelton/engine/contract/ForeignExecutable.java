package io.pelton.engine.contract;

import io.pelton.engine.executable.ExecutableCapability;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputSlot;
import io.pelton.engine.executable.RunStatistics;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Somebody else's executable, which happens to do what one of the engine's does. */
record ForeignExecutable(ExecutableGraph inner) implements ExecutableGraph {
  @Override
  public List<Port> inputs() {
    return inner.inputs();
  }

  @Override
  public List<Port> outputs() {
    return inner.outputs();
  }

  @Override
  public Map<String, Value> run(Map<String, Tensor> inputs) {
    return inner.run(inputs);
  }

  @Override
  public Map<String, Value> run(Map<String, Tensor> inputs, int... read) {
    return inner.run(inputs, read);
  }

  @Override
  public void runSlots(Tensor... inputs) {
    inner.runSlots(inputs);
  }

  @Override
  public Value output(int index) {
    return inner.output(index);
  }

  @Override
  public OutputSlot slot(int index) {
    return inner.slot(index);
  }

  @Override
  public <T extends ExecutableCapability> Optional<T> capability(Class<T> type) {
    return inner.capability(type);
  }

  @Override
  public RunStatistics statistics() {
    return inner.statistics();
  }

  @Override
  public String explain() {
    return inner.explain();
  }

  @Override
  public void close() {
    inner.close();
  }
}
