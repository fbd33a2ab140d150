package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@link Pipelining} of one executable. */
final class Pipelined implements Pipelining {
  private final PlannedExecutable executable;
  private final ExecutionGuard guard;
  private final ElementCopies copies;

  Pipelined(PlannedExecutable executable, ElementCopies copies) {
    this.executable = executable;
    this.guard = executable.guard();
    this.copies = copies;
  }

  @Override
  public void commit(Tensor... inputs) {
    guard.within(() -> executable.enqueue(inputs));
  }

  @Override
  public void await() {
    guard.within(executable.lastOutputs()::settle);
  }

  @Override
  public List<List<Value>> runPipelined(List<Map<String, Tensor>> inputSets) {
    return guard.within(() -> runAll(inputSets));
  }

  private List<List<Value>> runAll(List<Map<String, Tensor>> inputSets) {
    List<Tensor[]> sets = inputSets.stream().map(executable.runInputs()::bySlot).toList();
    executable.lastOutputs().settle();
    executable.keepAllResident();
    try {
      List<List<Value>> outputs = new ArrayList<>();
      for (Tensor[] inputs : sets) {
        executable.enqueue(inputs);
        outputs.add(copyOutputs());
      }
      // also for copies behind the last run, when that was waited for already
      copies.await();
      return outputs;
    } catch (RuntimeException | Error e) {
      executable.lastOutputs().abandon(e);
      throw e;
    } finally {
      executable.keepResident();
    }
  }

  /** Copies that are enqueued behind the run, before the next one writes where it left them. */
  private List<Value> copyOutputs() {
    List<Value> copied = new ArrayList<>();
    for (int index = 0; index < executable.outputs().size(); index++) {
      copied.add(copy(index));
    }
    return copied;
  }

  private Value copy(int output) {
    Value value = executable.lastOutputs().left(output);
    if (!(value instanceof Tensor tensor && tensor.storage() instanceof DeviceStorage remote)) {
      return executable.lastOutputs().copy(output);
    }
    Tensor copy = Tensor.allocate(tensor.dtype(), tensor.dims());
    copies.copy(remote, tensor.layout().offset(), copy.storage(), 0, tensor.layout().elements());
    return copy;
  }
}
