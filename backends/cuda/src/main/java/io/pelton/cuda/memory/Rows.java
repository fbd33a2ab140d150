package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.CudaDriver;
import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;

/**
 * One side of a copy, in slots of the carrier: where its rows start and how far they lie apart.
 * Used for many copies, one at a time.
 */
final class Rows {
  private Storage storage;
  private CudaContext context;
  private long slot;
  private long stride;

  /**
   * @param own the context of the device whose runtime or queue copies
   * @param element at which the first row starts
   * @param strideElements from row to row
   * @param elements of all rows
   * @throws IllegalArgumentException when they are not in the storage or don't start with a byte
   */
  void set(
      CudaContext own,
      Storage newStorage,
      long element,
      long strideElements,
      long rows,
      long elements) {
    DType dtype = newStorage.dtype();
    long last = element + (rows - 1) * strideElements;
    if (Math.min(element, last) < 0 || Math.max(element, last) + elements > newStorage.length()) {
      throw new IllegalArgumentException(
          rows
              + " rows of "
              + elements
              + " elements from "
              + element
              + ", "
              + strideElements
              + " apart, exceed "
              + newStorage);
    }
    this.context = newStorage instanceof DeviceStorage slice ? context(own, slice) : null;
    this.storage = newStorage;
    this.slot = slots(dtype, element);
    // a single row may end within a byte
    this.stride = rows == 1 ? dtype.carrierSlots(elements) : slots(dtype, strideElements);
  }

  private static CudaContext context(CudaContext own, DeviceStorage slice) {
    DeviceId device = slice.memory().device();
    if (device.equals(own.device())) {
      return own;
    }
    if (!device.backend().equals(CudaDriver.BACKEND)) {
      throw new IllegalArgumentException(slice + " is not on " + own.device());
    }
    return CudaDriver.context(device.index());
  }

  private static long slots(DType dtype, long elements) {
    if (dtype.bits() < Byte.SIZE && elements * dtype.bits() % Byte.SIZE != 0) {
      throw new IllegalArgumentException(
          "element " + elements + " of " + dtype + " doesn't start a byte");
    }
    return elements < 0 ? -dtype.carrierSlots(-elements) : dtype.carrierSlots(elements);
  }

  void forget() {
    storage = null;
  }

  Storage storage() {
    return storage;
  }

  /** Where it lies; null for the host. */
  CudaContext context() {
    return context;
  }

  Carrier carrier() {
    return storage.dtype().carrier();
  }

  long slot() {
    return slot;
  }

  long stride() {
    return stride;
  }

  /** Bytes from row to row. */
  long pitch() {
    return stride * carrier().width();
  }

  /**
   * The driver takes rows together only where each lies wholly behind the one before, and not too
   * far behind: the most that devices say is a pitch of 2^31 - 1 bytes.
   */
  static boolean isPlane(long pitch, long rowBytes) {
    return pitch >= rowBytes && pitch <= Integer.MAX_VALUE;
  }

  /** Where the device sees a slot of the first row. */
  long address(long slots) {
    return ((DeviceStorage) storage).address() + (slot + slots) * carrier().width();
  }

  /** Where the device sees a row. */
  long rowAddress(long row) {
    return address(row * stride);
  }
}
