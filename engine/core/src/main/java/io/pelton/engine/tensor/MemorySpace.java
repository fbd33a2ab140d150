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

  /** The memory of accelerator {@code index}. */
  record Device(int index) implements MemorySpace {
    @Override
    public String toString() {
      return "device:" + index;
    }
  }
}
