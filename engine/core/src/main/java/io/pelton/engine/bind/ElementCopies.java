package io.pelton.engine.bind;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;

/**
 * Copies elements between memory of the host and devices, by the queues of one executable. Used by
 * one thread at a time.
 */
public final class ElementCopies {
  private final Devices devices;
  private final RunState state;
  private final Evaluator evaluator;

  /**
   * @param evaluator packs views
   */
  public ElementCopies(Devices devices, RunState state, Evaluator evaluator) {
    this.devices = devices;
    this.state = state;
    this.evaluator = evaluator;
  }

  /** {@link #copy(Storage, long, Storage, long, long)} of a contiguous tensor to one as long. */
  public void copy(Tensor from, Tensor to) {
    copy(
        from.storage(),
        from.layout().offset(),
        to.storage(),
        to.layout().offset(),
        from.layout().elements());
  }

  /** {@link #copyRows} of one row. */
  public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
    copyRows(from, fromElement, 0, to, toElement, 0, 1, elements);
  }

  /**
   * Copies rows of contiguous elements; what lies on a device is there only after {@link #await}.
   * Both sides are on the host or on one device, or one is on each.
   *
   * @param fromStride elements from the start of a row to that of the next
   */
  public void copyRows(
      Storage from,
      long fromElement,
      long fromStride,
      Storage to,
      long toElement,
      long toStride,
      long rows,
      long elements) {
    if (rows == 0 || elements == 0) {
      return;
    }
    Storage remote = from instanceof DeviceStorage ? from : to;
    if (remote instanceof DeviceStorage) {
      state
          .queue(devices.holding(remote.space()))
          .copyRows(from, fromElement, fromStride, to, toElement, toStride, rows, elements);
      return;
    }
    for (long row = 0; row < rows; row++) {
      HostElements.copy(
          from, fromElement + row * fromStride, to, toElement + row * toStride, elements);
    }
  }

  /** Waits for everything that was copied or run on devices. */
  public void await() {
    state.await();
  }

  /** How often {@link #await} ended well, whoever asked for it. */
  public long waits() {
    return state.waits();
  }

  /** Memory for contiguous elements; whatever it holds. */
  public Tensor allocate(Device device, DType dtype, long... dims) {
    Layout layout = Layout.contiguous(dims);
    return new Tensor(OutputMemory.allocate(device, dtype, layout.elements()), layout);
  }

  /** A copy of a contiguous tensor on the heap, of its own. */
  public Tensor toHost(Tensor tensor) {
    if (!(tensor.storage() instanceof DeviceStorage)) {
      return (Tensor) HostCopies.of(evaluator.contiguous(tensor));
    }
    Tensor copy = Tensor.allocate(tensor.dtype(), tensor.dims());
    copy(tensor, copy);
    await();
    return copy;
  }
}
