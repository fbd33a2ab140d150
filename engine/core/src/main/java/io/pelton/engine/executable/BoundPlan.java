package io.pelton.engine.executable;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.plan.Root;
import io.pelton.engine.plan.Step;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A plan with memory: arenas, operands that point into them and calls that are ready to run. */
final class BoundPlan implements LastRun, AutoCloseable {
  /** An operand that is pointed at the caller's storage before every run. */
  private record InputOperand(int slot, Operand operand, long relativeOffset) {}

  private final Plan plan;
  private final Weights weights;
  private final Arenas arenas;
  private final List<Root.Resident> residents = new ArrayList<>();
  private final StringStorage[] strings;
  private final Value[] made;
  private final Map<PlannedValue, Operand> operands = new HashMap<>();
  private final List<InputOperand> inputOperands = new ArrayList<>();
  private final InputOperand[] inputs;
  private final Call[] calls;
  private final boolean[] hasRows;
  private int activeRows;
  private long knownBytes;

  /** What all executables of a graph share: packed weights, and weights on devices. */
  record Weights(Prepared prepared, ResidentWeights resident) {}

  BoundPlan(Plan plan, Weights weights) {
    this.plan = plan;
    this.weights = weights;
    this.arenas = new Arenas(plan.graph().name(), plan.memory(), plan.devices());
    this.strings =
        IntStream.range(0, plan.strings())
            .mapToObj(i -> StringStorage.growable())
            .toArray(StringStorage[]::new);
    this.made = new Value[plan.made()];
    this.calls = new Call[plan.steps().size()];
    this.hasRows = new boolean[calls.length];
    try {
      bindSteps();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    this.inputs = inputOperands.toArray(new InputOperand[0]);
  }

  private void bindSteps() {
    for (int i = 0; i < calls.length; i++) {
      Step step = plan.steps().get(i);
      try {
        calls[i] = bind(step);
      } catch (EngineException e) {
        throw e;
      } catch (RuntimeException e) {
        throw failure(step, e);
      }
      hasRows[i] = step.hasRows();
    }
  }

  /** Releases memory on devices. */
  @Override
  public void close() {
    arenas.close();
    residents.forEach(weight -> weights.resident().release(weight.device(), weight.tensor()));
    residents.clear();
  }

  @Override
  public String explain() {
    return plan.explain();
  }

  /** True when more bytes are held than when this was last asked. */
  boolean hasGrown() {
    long before = knownBytes;
    knownBytes = bytes();
    return knownBytes != before;
  }

  /** Bytes of the arenas and of the string buffers as they have grown. */
  long bytes() {
    long bytes = arenas.bytes();
    for (StringStorage buffer : strings) {
      bytes += buffer.capacityBytes();
    }
    return bytes;
  }

  /**
   * @param rows of this batch, at most the plan's; ignored where the plan has none
   */
  void run(Tensor[] tensors, int rows) {
    for (InputOperand input : inputs) {
      Tensor tensor = tensors[input.slot];
      input.operand.point(tensor.storage(), tensor.layout().offset() + input.relativeOffset);
    }
    activeRows = rows;
    int at = 0;
    try {
      for (; at < calls.length; at++) {
        calls[at].run(hasRows[at] ? rows : 1);
      }
    } catch (EngineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw failure(plan.steps().get(at), e);
    }
  }

  private static KernelFailure failure(Step step, RuntimeException cause) {
    return new KernelFailure(step.name(), step.op().label(), step.alternative().name(), cause);
  }

  @Override
  public Value output(int index) {
    PlannedValue value = plan.outputs().get(index);
    return value.root() instanceof Root.Made root
        ? made[root.index()]
        : tensor(value, storage(value.root()), value.layout().offset());
  }

  private Call bind(Step step) {
    NodeSpec spec =
        new NodeSpec(step.name(), step.op(), step.inference(), step.rows(), weights.prepared());
    if (step.alternative().kernel() instanceof FixedKernel kernel) {
      return kernel.bind(spec, operands(step.inputs()), operands(step.outputs()));
    }
    return bindHost((HostKernel) step.alternative().kernel(), spec, step);
  }

  private Call bindHost(HostKernel kernel, NodeSpec spec, Step step) {
    Operand[] in = operands(step.inputs());
    return rows -> {
      Value[] values = new Value[in.length];
      for (int i = 0; i < in.length; i++) {
        PlannedValue planned = step.inputs().get(i);
        if (planned != null) {
          values[i] =
              planned.root() instanceof Root.Made root
                  ? made[root.index()]
                  : tensor(planned, in[i].storage(), in[i].offset());
        }
      }
      Value[] results = kernel.run(spec, values);
      for (int slot = 0; slot < results.length; slot++) {
        made[((Root.Made) step.outputs().get(slot).root()).index()] = results[slot];
      }
    };
  }

  /** The value on its storage with the rows of this run. */
  private Tensor tensor(PlannedValue value, Storage storage, long offset) {
    long[] dims = value.layout().dims();
    if (value.hasRows()) {
      dims[0] = activeRows;
    }
    return new Tensor(storage, Layout.of(dims, value.layout().strides(), offset));
  }

  private Operand[] operands(List<PlannedValue> values) {
    return values.stream()
        .map(value -> value == null || value.layout() == null ? null : operand(value))
        .toArray(Operand[]::new);
  }

  private Operand operand(PlannedValue value) {
    Operand known = operands.get(value);
    if (known != null) {
      return known;
    }
    Operand operand = newOperand(value);
    operands.put(value, operand);
    return operand;
  }

  private Operand newOperand(PlannedValue value) {
    if (value.root() instanceof Root.Constant constant) {
      return Operand.constant(new Tensor(constant.tensor().storage(), value.layout()));
    }
    if (value.root() instanceof Root.Resident) {
      return Operand.constant(new Tensor(storage(value.root()), value.layout()));
    }
    Operand operand = Operand.of(value.dtype(), value.layout());
    if (value.root() instanceof Root.Input input) {
      inputOperands.add(new InputOperand(input.slot(), operand, value.layout().offset()));
    } else {
      operand.point(storage(value.root()), value.layout().offset());
    }
    return operand;
  }

  private Storage storage(Root root) {
    if (root instanceof Root.Transient slice) {
      return arenas.slice(slice);
    }
    if (root instanceof Root.Resident weight) {
      Storage storage =
          weights.resident().acquire(plan.devices().get(weight.device()), weight.tensor());
      residents.add(weight);
      return storage;
    }
    if (root instanceof Root.Strings buffer) {
      return strings[buffer.index()];
    }
    return ((Root.Constant) root).tensor().storage();
  }
}
