package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/** {@link OutputTargets} of one executable. */
final class TargetTable implements OutputTargets, AutoCloseable {
  private final ExecutionGuard guard;
  private final List<Port> outputs;
  private final Binding binding;
  private final Runnable settle;
  private final Tensor[] targets;
  private int bound;

  /**
   * @param binding to plans that write to where outputs are bound
   * @param settle waits for runs that may still write to a target
   */
  TargetTable(ExecutionGuard guard, List<Port> outputs, Binding binding, Runnable settle) {
    this.guard = guard;
    this.outputs = outputs;
    this.binding = binding;
    this.settle = settle;
    this.targets = new Tensor[outputs.size()];
  }

  /** True for outputs that may have a target. */
  static boolean takes(Port output) {
    return output.type() instanceof TensorType type
        && type.dtype() != DType.STRING
        && type.dtype().bits() >= Byte.SIZE;
  }

  @Override
  public void bind(int output, Tensor target) {
    check(Ends.output(outputs, output), target);
    guard.within(
        () -> {
          checkApart(output, target);
          settle.run();
          target.storage().retain();
          set(output, target);
        });
  }

  @Override
  public void unbind(int output) {
    Ends.output(outputs, output);
    guard.within(
        () -> {
          settle.run();
          set(output, null);
        });
  }

  private void set(int output, Tensor target) {
    Tensor before = targets[output];
    targets[output] = target;
    binding.target(output, Optional.ofNullable(target).map(tensor -> tensor.storage().space()));
    bound += (target == null ? 0 : 1) - (before == null ? 0 : 1);
    if (before != null) {
      before.storage().close();
    }
  }

  private static void check(Port port, Tensor target) {
    if (!takes(port)) {
      String type = port.type().toString();
      throw new InputMismatch(port.name(), "type", "numbers of whole bytes", type);
    }
    InputContract contract = new InputContract(port, false);
    contract.checkOnHost(target);
    contract.check(target);
    if (!target.layout().isContiguous()) {
      String layout = target.layout().toString();
      throw new InputMismatch(port.name(), "layout of the target", "contiguous", layout);
    }
    if (target.storage() instanceof NativeStorage memory && memory.bytes().isReadOnly()) {
      throw new InputMismatch(port.name(), "memory of the target", "writable", "read-only");
    }
  }

  private void checkApart(int output, Tensor target) {
    for (int other = 0; other < targets.length; other++) {
      if (other != output && targets[other] != null && Overlap.of(target, targets[other])) {
        throw shared(output, "target of output '" + outputs.get(other).name() + "'");
      }
    }
  }

  private InputMismatch shared(int output, String found) {
    return new InputMismatch(
        outputs.get(output).name(), "memory of the target", "its own", "that of the " + found);
  }

  boolean isEmpty() {
    return bound == 0;
  }

  /** By output, null where none is bound. */
  Tensor[] tensors() {
    return targets;
  }

  /**
   * Checks that what a run is going to write has the shape of the memory for it, which none of its
   * inputs lies in.
   *
   * @param rows of the run
   */
  void check(Plan plan, int rows, Tensor[] inputs) {
    for (int output = 0; output < targets.length; output++) {
      if (targets[output] != null) {
        PlannedValue value = plan.outputs().get(output);
        check(output, value.layout(), value.hasRows() ? rows : -1);
      }
    }
    checkApart(inputs);
  }

  /**
   * @throws InputMismatch when an input lies in memory that a run is going to write
   */
  void checkApart(Tensor[] inputs) {
    for (int output = 0; output < targets.length; output++) {
      for (int slot = 0; targets[output] != null && slot < inputs.length; slot++) {
        if (Overlap.of(targets[output], inputs[slot])) {
          throw shared(output, "run's input " + slot);
        }
      }
    }
  }

  /**
   * @param rows length of axis 0, or -1 for the layout's
   */
  private void check(int output, Layout made, int rows) {
    Layout target = targets[output].layout();
    boolean isSame = made.rank() == target.rank();
    for (int axis = 0; isSame && axis < made.rank(); axis++) {
      long length = axis == 0 && rows >= 0 ? rows : made.dim(axis);
      isSame = target.dim(axis) == length;
    }
    if (!isSame) {
      long[] dims = made.dims();
      if (rows >= 0) {
        dims[0] = rows;
      }
      throw new InputMismatch(
          outputs.get(output).name(),
          "shape of the target",
          Layout.contiguous(dims) + ", as the run's output,",
          target.toString());
    }
  }

  /** Copies outputs of a run that left them elsewhere. */
  void fill(LastRun run, ElementCopies copies) {
    for (int output = 0; output < targets.length; output++) {
      if (targets[output] != null) {
        Tensor made = (Tensor) run.output(output);
        check(output, made.layout(), -1);
        copyInto(targets[output], made, copies);
      }
    }
  }

  private static void copyInto(Tensor target, Tensor made, ElementCopies copies) {
    Tensor source = made.layout().isContiguous() ? made : copies.toHost(made);
    copies.copy(
        source.storage(),
        source.layout().offset(),
        target.storage(),
        target.layout().offset(),
        target.layout().elements());
    copies.await();
  }

  @Override
  public void close() {
    for (int output = 0; output < targets.length; output++) {
      set(output, null);
    }
  }
}
