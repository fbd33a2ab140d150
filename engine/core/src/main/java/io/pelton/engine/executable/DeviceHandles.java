package io.pelton.engine.executable;

import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;

/** {@link ResidentHandles} of one executable. */
record DeviceHandles(ExecutionGuard guard, HandleTable table) implements ResidentHandles {
  @Override
  public DeviceId device() {
    return table.device().id();
  }

  @Override
  public void bind(String input, Tensor value) {
    guard.within(() -> table.bind(input, value, true));
  }

  @Override
  public void prepare(String input, long... dims) {
    guard.within(() -> table.prepare(input, dims));
  }

  @Override
  public void stage() {
    guard.within(table::stage);
  }

  @Override
  public boolean isResident(String input) {
    return guard.within(() -> table.get(table.slot(input)).resident() != null);
  }

  @Override
  public long allocation(String input) {
    return guard.within(() -> table.held(input).allocation());
  }

  @Override
  public Tensor read(String input) {
    return guard.within(() -> table.copies().toHost(table.resident(table.slot(input)).resident()));
  }

  @Override
  public Tensor readRow(String input, long row) {
    return guard.within(
        () -> Rows.copy(input, table.resident(table.slot(input)).resident(), row, table.copies()));
  }
}
