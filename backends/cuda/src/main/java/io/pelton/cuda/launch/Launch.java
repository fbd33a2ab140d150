package io.pelton.cuda.launch;

import io.pelton.cuda.memory.CudaQueue;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DeviceMemory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongSupplier;
import jcuda.Pointer;
import jcuda.driver.CUfunction;

/**
 * A kernel that is ready to be enqueued, again and again. Only the addresses of operands that moved
 * and the number of active rows change from run to run. Used by one thread at a time.
 */
final class Launch implements Call {
  /** An operand's address among the arguments. */
  record Address(int at, Operand operand) {
    void write(ByteBuffer arguments) {
      int bits = operand.dtype().bits();
      // elements that share bytes are found from the storage's first one
      long start = bits < Byte.SIZE ? 0 : operand.offset() * (bits / Byte.SIZE);
      arguments.putLong(at, operand.device().address() + start);
    }
  }

  /** A number among the arguments that may be another one in each run. */
  record Varying(int at, LongSupplier value) {}

  private final CudaQueue queue;
  private final CUfunction function;
  private final Geometry geometry;
  private final String name;
  private final ByteBuffer arguments;
  private final Pointer parameters;
  private final Address[] addresses;
  private final Varying[] varying;
  private final boolean hasRows;

  /** Memory that arguments name and nobody else might keep. */
  private final List<DeviceMemory> kept;

  Launch(
      CudaQueue queue,
      CUfunction function,
      Geometry geometry,
      String name,
      ByteBuffer arguments,
      Pointer parameters,
      List<Address> addresses,
      List<Varying> varying,
      boolean hasRows,
      List<DeviceMemory> kept) {
    this.queue = queue;
    this.function = function;
    this.geometry = geometry;
    this.name = name;
    this.arguments = arguments;
    this.parameters = parameters;
    this.addresses = addresses.toArray(Address[]::new);
    this.varying = varying.toArray(Varying[]::new);
    this.hasRows = hasRows;
    this.kept = List.copyOf(kept);
  }

  @Override
  public void run(int rows) {
    if (geometry.isEmpty()) {
      return;
    }
    if (hasRows) {
      queue.activate(rows);
    }
    for (Address address : addresses) {
      address.write(arguments);
    }
    for (Varying number : varying) {
      arguments.putLong(number.at(), number.value().getAsLong());
    }
    queue.launch(
        function,
        geometry.gridX(),
        geometry.gridY(),
        geometry.gridZ(),
        geometry.blockX(),
        geometry.blockY(),
        geometry.blockZ(),
        geometry.sharedBytes(),
        parameters,
        name);
  }

  @Override
  public String toString() {
    return name + geometry + kept;
  }
}
