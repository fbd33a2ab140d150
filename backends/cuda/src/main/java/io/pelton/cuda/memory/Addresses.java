package io.pelton.cuda.memory;

import jcuda.driver.CUdeviceptr;

/** Keeps the objects by which JCuda wants addresses, since a run names the same ones each time. */
final class Addresses {
  private static final int SLOTS = 256;
  private static final CUdeviceptr ZERO = new CUdeviceptr();

  /** Allocations start at multiples of this at least, and slices of them often do. */
  private static final int ALIGNMENT_BITS = 6;

  private final long[] addresses = new long[SLOTS];
  private final CUdeviceptr[] pointers = new CUdeviceptr[SLOTS];

  CUdeviceptr pointer(long address) {
    int slot = (int) (address >>> ALIGNMENT_BITS ^ address) & (SLOTS - 1);
    if (pointers[slot] == null || addresses[slot] != address) {
      addresses[slot] = address;
      pointers[slot] = ZERO.withByteOffset(address);
    }
    return pointers[slot];
  }
}
