package io.pelton.engine.executable;

import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RunState;

/** {@link RandomNumbers} of one executable. */
final class SeededNumbers implements RandomNumbers {
  private final ExecutionGuard guard;
  private final RunState state;

  /**
   * @param state that the executable's kernels read
   */
  SeededNumbers(ExecutionGuard guard, RunState state) {
    this.guard = guard;
    this.state = state;
  }

  @Override
  public void set(RngOptions options) {
    guard.within(
        () -> {
          // runs in flight draw as they began
          state.await();
          state.setRng(options);
        });
  }

  @Override
  public RngOptions options() {
    return state.rng();
  }
}
