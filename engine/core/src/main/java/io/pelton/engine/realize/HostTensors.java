package io.pelton.engine.realize;

import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;

/** Brings tensors to the heap, contiguous. Thread-safe. */
final class HostTensors {
  private final Devices devices;
  private final Evaluator evaluator;

  /**
   * @param evaluator packs views
   */
  HostTensors(Devices devices, Evaluator evaluator) {
    this.devices = devices;
    this.evaluator = evaluator;
  }

  /** The tensor itself if it lies there so, else a copy. */
  Tensor of(Tensor tensor) {
    return evaluator.contiguous(
        tensor.storage() instanceof DeviceStorage remote ? download(remote, tensor) : tensor);
  }

  private Tensor download(DeviceStorage remote, Tensor tensor) {
    HeapStorage local = HeapStorage.allocate(remote.dtype(), remote.length());
    devices
        .get(remote.memory().device())
        .runtime()
        .orElseThrow()
        .copy(remote, 0, local, 0, remote.length());
    return new Tensor(local, tensor.layout());
  }
}
