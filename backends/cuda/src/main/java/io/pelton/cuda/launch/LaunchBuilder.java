package io.pelton.cuda.launch;

import io.pelton.cuda.memory.CudaQueue;
import io.pelton.cuda.memory.Refusal;
import io.pelton.cuda.memory.Refusals;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DeviceMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import jcuda.Pointer;
import jcuda.driver.CUfunction;

/**
 * Collects the arguments of a kernel in the order of its parameters, each in the form that the
 * parameter has in CUDA C.
 */
public final class LaunchBuilder {
  /** Axes of an {@code Axes} in {@code pelton.cuh}. */
  public static final int MAX_AXES = 16;

  private static final int SLOT = 8;

  /** Slots that parameters of up to 4 KiB take, the most that a kernel may have. */
  private static final int MAX_SLOTS = 512;

  private final NodeSpec node;
  private final CudaQueue queue;
  private final CUfunction function;
  private final String name;
  private final ByteBuffer arguments =
      ByteBuffer.allocate(MAX_SLOTS * SLOT).order(ByteOrder.LITTLE_ENDIAN);
  private final List<Integer> parameters = new ArrayList<>();
  private final List<Launch.Address> addresses = new ArrayList<>();
  private final List<Launch.Varying> varying = new ArrayList<>();
  private final List<DeviceMemory> kept = new ArrayList<>();
  private boolean hasRows;
  private int slots;

  /**
   * @param module the file in {@code src/main/cuda} without its ending
   * @param name a {@code PELTON_KERNEL} in it
   */
  public LaunchBuilder(NodeSpec node, String module, String name) {
    this(node, ((CudaQueue) node.queue()).context().function(module, name), name);
  }

  /**
   * @param function of the context in which the node's queue is
   * @param name how errors call it
   */
  public LaunchBuilder(NodeSpec node, CUfunction function, String name) {
    this.node = node;
    this.queue = (CudaQueue) node.queue();
    this.function = function;
    this.name = name;
  }

  /**
   * A pointer to an operand's first element, wherever it lies in a run; null where it is absent. Of
   * elements that share bytes, it is the storage's first one, see {@link #start}.
   */
  public LaunchBuilder pointer(Operand operand) {
    int at = parameter(1);
    if (operand != null) {
      addresses.add(new Launch.Address(at, operand));
    }
    return this;
  }

  /** {@code long long}: the element of its storage at which an operand starts, in this run. */
  public LaunchBuilder start(Operand operand) {
    return i64(operand::offset);
  }

  /** {@code Watch}: where the kernel notes a value that it must refuse. */
  public LaunchBuilder watch(Refusal refusal) {
    int at = parameter(2);
    Refusals refusals = queue.refusals();
    arguments.putLong(at, refusals.address());
    int number = refusals.add(refusal);
    varying.add(new Launch.Varying(at + SLOT, () -> refusals.ticket(number)));
    return this;
  }

  /**
   * A pointer to memory that stays where it is.
   *
   * @param memory kept reachable; whoever made it closes it when no launch uses it any more
   */
  public LaunchBuilder memory(DeviceMemory memory) {
    return memory(memory, 0);
  }

  /** {@link #memory(DeviceMemory)} from a byte of it on. */
  public LaunchBuilder memory(DeviceMemory memory, long byteOffset) {
    arguments.putLong(parameter(1), memory.address() + byteOffset);
    kept.add(memory);
    return this;
  }

  /** {@code long long}. */
  public LaunchBuilder i64(long value) {
    arguments.putLong(parameter(1), value);
    return this;
  }

  /** {@code long long}, or {@code int}: read at every run. */
  public LaunchBuilder i64(LongSupplier value) {
    varying.add(new Launch.Varying(parameter(1), value));
    return this;
  }

  /** {@code int}. */
  public LaunchBuilder i32(int value) {
    arguments.putInt(parameter(1), value);
    return this;
  }

  /** {@code float}. */
  public LaunchBuilder f32(float value) {
    arguments.putFloat(parameter(1), value);
    return this;
  }

  /** {@code double}. */
  public LaunchBuilder f64(double value) {
    arguments.putDouble(parameter(1), value);
    return this;
  }

  /**
   * {@code Axes}: lengths or strides.
   *
   * @param values at most {@link #MAX_AXES}; the rest is 0
   */
  public LaunchBuilder axes(long... values) {
    checkAxes(values.length);
    return struct(MAX_AXES, values);
  }

  private static void checkAxes(int axes) {
    if (axes > MAX_AXES) {
      throw new IllegalArgumentException(axes + " axes, above " + MAX_AXES);
    }
  }

  /** {@code View} in {@code units.cuh}: lengths and strides of as many axes. */
  public LaunchBuilder view(long[] dims, long... strides) {
    checkAxes(dims.length);
    long[] fields = new long[2 * MAX_AXES + 1];
    System.arraycopy(dims, 0, fields, 0, dims.length);
    System.arraycopy(strides, 0, fields, MAX_AXES, dims.length);
    fields[2 * MAX_AXES] = dims.length;
    return struct(fields.length, fields);
  }

  /**
   * A structure of pointers, as {@link #pointer} gives them.
   *
   * @param fields of the structure; those behind the operands are null
   * @param operands null where absent
   */
  public LaunchBuilder pointers(int fields, List<Operand> operands) {
    int at = parameter(fields);
    for (int i = 0; i < operands.size(); i++) {
      if (operands.get(i) != null) {
        addresses.add(new Launch.Address(at + i * SLOT, operands.get(i)));
      }
    }
    return this;
  }

  /**
   * A structure of fields of 8 bytes each.
   *
   * @param fields of the structure; those that {@code values} leaves out are 0
   */
  public LaunchBuilder struct(int fields, long... values) {
    int at = parameter(fields);
    for (int i = 0; i < values.length; i++) {
      arguments.putLong(at + i * SLOT, values[i]);
    }
    return this;
  }

  /**
   * {@code Extent}: how many elements of an output are computed. Where the node runs over rows,
   * these are the rows that are active in a run.
   *
   * @param elements of the output, for all rows up to the bound
   */
  public LaunchBuilder extent(long elements) {
    int at = parameter(3);
    arguments.putLong(at + 2 * SLOT, elements);
    if (runsOverRows()) {
      hasRows = true;
      arguments.putLong(at, queue.extent());
      arguments.putLong(at + SLOT, elements / node.rows());
    }
    return this;
  }

  /** Where one row tells nothing from the whole, so that no length needs to be read. */
  private boolean runsOverRows() {
    return node.rows() > 1;
  }

  private int parameter(int taken) {
    int at = slots * SLOT;
    slots += taken;
    if (slots > MAX_SLOTS) {
      throw new IllegalArgumentException("more than 4096 bytes of parameters for '" + name + "'");
    }
    parameters.add(at);
    return at;
  }

  /** The launch, with blocks and threads for the upper bound of rows. */
  public Call over(Geometry geometry) {
    int bytes = slots * SLOT;
    ByteBuffer memory = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    memory.put(0, arguments, 0, bytes);
    Pointer base = Pointer.to(memory);
    return new Launch(
        queue,
        function,
        geometry,
        name,
        memory,
        Pointer.to(parameters.stream().map(base::withByteOffset).toArray(Pointer[]::new)),
        addresses,
        varying,
        hasRows,
        kept);
  }
}
