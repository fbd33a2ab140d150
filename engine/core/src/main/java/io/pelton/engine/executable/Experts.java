package io.pelton.engine.executable;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.ExpertOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.ExpertStatistics;
import io.pelton.engine.kernel.RunState;
import java.util.List;
import java.util.Optional;

/** {@link ExpertPlacement} of one executable. */
record Experts(ExecutionGuard guard, RunState state) implements ExpertPlacement {
  /** True when the graph, or a body of one of its nodes, has expert products. */
  static boolean areIn(NamedGraph named) {
    return named.graph().order(named.outputs().values()).stream()
        .map(named.graph()::op)
        .anyMatch(
            op ->
                op instanceof ExpertOp
                    || (op instanceof ControlOp control
                        && control.bodies().stream().anyMatch(Experts::areIn)));
  }

  @Override
  public void setResident(boolean[] mask) {
    guard.within(() -> state.experts().setResident(mask));
  }

  @Override
  public void setResidentByLayer(List<boolean[]> masks) {
    guard.within(() -> state.experts().setResidentByLayer(masks));
  }

  @Override
  public void captureTopK(boolean isCapturing) {
    guard.within(() -> state.experts().setCapturing(isCapturing));
  }

  @Override
  public Optional<List<int[]>> takeTopK() {
    return guard.within(
        () -> {
          state.await();
          return state.experts().takeTopK();
        });
  }

  @Override
  public Optional<ExpertStatistics> takeStatistics() {
    return guard.within(
        () -> {
          state.await();
          return state.experts().takeStatistics();
        });
  }
}
