package io.pelton.engine.tensor;

/** Where bytes live; part of a placement. */
public sealed interface MemorySpace {
  MemorySpace HEAP = new Heap();
  MemorySpace NATIVE = new Native();

  /** Java arrays. */
  record Heap() implements MemorySpace {
    @Override
    public String toString() {
      return "heap";
    }
  }

  /** Memory outside the heap that the CPU reads: Arrow buffers, mapped files. */
  record Native() implements MemorySpace {
    @Override
    public String toString() {
      return "native";
    }
  }

  /** A device's own memory, which the host reaches by copies only. */
  record Device(DeviceId device) implements MemorySpace {
    @Override
    public String toString() {
      return device.toString();
    }
  }
}
