package io.pelton.cuda.kernel;

import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Tensor;

/** Tables of numbers that kernels read, in one allocation on the device that a node runs on. */
public final class DeviceTables implements PackedWeights {
  /** Kernels read up to 16 bytes at once. */
  private static final long ALIGNMENT = 16;

  private final DeviceMemory memory;
  private final long[] starts;

  private DeviceTables(DeviceMemory memory, long... starts) {
    this.memory = memory;
    this.starts = starts;
  }

  /**
   * Copies tables to the device.
   *
   * @param tables contiguous on the heap; some may be empty
   * @throws io.pelton.engine.error.EngineException when the device has no more memory
   */
  public static DeviceTables of(NodeSpec node, Tensor... tables) {
    DeviceRuntime runtime = node.device().runtime().orElseThrow();
    long[] starts = new long[tables.length];
    long end = 0;
    for (int i = 0; i < tables.length; i++) {
      starts[i] = end;
      end += (tables[i].storage().byteLength() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    DeviceMemory memory = runtime.allocate(Math.max(end, ALIGNMENT));
    try {
      for (int i = 0; i < tables.length; i++) {
        copy(runtime, tables[i], memory, starts[i]);
      }
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
    return new DeviceTables(memory, starts);
  }

  private static void copy(DeviceRuntime runtime, Tensor table, DeviceMemory memory, long start) {
    long elements = table.layout().elements();
    if (elements > 0) {
      DeviceStorage target = DeviceStorage.wrap(table.dtype(), memory, start, elements);
      runtime.copy(table.storage(), table.layout().offset(), target, 0, elements);
    }
  }

  /** Where a table starts, as a pointer. */
  public LaunchBuilder put(LaunchBuilder launch, int table) {
    return launch.memory(memory, starts[table]);
  }

  @Override
  public long byteLength() {
    return memory.bytes();
  }

  @Override
  public boolean isLost() {
    return memory.isLost();
  }

  @Override
  public void close() {
    memory.close();
  }
}
