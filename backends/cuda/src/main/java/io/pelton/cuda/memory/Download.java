package io.pelton.cuda.memory;

import io.pelton.engine.tensor.Storage;

/** Where rows go that a device copies into pinned memory, one behind the other. Used many times. */
final class Download {
  private Storage target;
  private long slot;
  private long stride;
  private int rows;
  private int slots;
  private int at;

  /**
   * @param newSlot of the target at which the first row starts
   * @param newStride slots from row to row of the target
   * @param newSlots of a row
   * @param newAt byte of the pinned memory
   */
  void set(Storage newTarget, long newSlot, long newStride, int newRows, int newSlots, int newAt) {
    this.target = newTarget;
    this.slot = newSlot;
    this.stride = newStride;
    this.rows = newRows;
    this.slots = newSlots;
    this.at = newAt;
  }

  void deliver(PinnedBytes memory) {
    int rowBytes = slots * target.dtype().carrier().width();
    for (int row = 0; row < rows; row++) {
      HostSlots.load(memory, at + row * rowBytes, target, slot + row * stride, slots);
    }
  }

  void forget() {
    target = null;
  }
}
