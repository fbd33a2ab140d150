package io.pelton.cuda.memory;

import jcuda.Pointer;

/** A pointer to memory of the host whose address can be read once the driver has set it. */
final class PinnedPointer extends Pointer {
  long address() {
    return getNativePointer() + getByteOffset();
  }
}
