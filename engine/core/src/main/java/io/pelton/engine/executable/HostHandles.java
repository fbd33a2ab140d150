package io.pelton.engine.executable;

import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.tensor.Tensor;

/** {@link Handles} of one executable. */
record HostHandles(ExecutionGuard guard, HandleTable table) implements Handles {
  @Override
  public void bind(String input, Tensor value) {
    guard.within(() -> table.bind(input, value, false));
  }

  @Override
  public boolean isBound(String input) {
    return guard.within(() -> table.get(table.slot(input)).contents() != null);
  }

  @Override
  public Tensor read(String input) {
    return guard.within(() -> table.copies().toHost(table.held(input).contents()));
  }

  @Override
  public void unbind(String input) {
    guard.within(() -> table.unbind(input));
  }
}
