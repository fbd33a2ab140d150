package io.pelton.engine.realize;

import io.pelton.engine.bind.HostElements;
import io.pelton.engine.bind.OutputMemory;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.realize.Template.Input;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;

/** Memory of its own for an input of a captured pass, at one address for as long as that lives. */
final class CapturedInput implements AutoCloseable {
  private final Input input;
  private final Device device;
  private final HostTensors host;
  private final Tensor tensor;

  /**
   * Takes memory of the given tensor's size on its device; session state stays where it is.
   *
   * @param host packs what does not lie contiguous
   */
  CapturedInput(Input input, Tensor given, Devices devices, HostTensors host) {
    this.input = input;
    this.host = host;
    this.device = devices.holding(given.storage().space());
    long elements = given.layout().elements();
    this.tensor =
        input.isSession()
            ? new Tensor(given.storage().retain(), given.layout())
            : new Tensor(
                OutputMemory.allocate(device, given.dtype(), elements),
                Layout.contiguous(given.dims()));
  }

  Tensor tensor() {
    return tensor;
  }

  /**
   * Copies a tensor in.
   *
   * @throws InputMismatch when it has other lengths, lies on another device, or is other session
   *     state
   */
  void copy(Tensor given) {
    if (input.isSession()) {
      checkState(given.storage());
      return;
    }
    input.contract().check(given);
    if (!tensor.layout().isAsLong(given.layout())) {
      throw mismatch("shape", tensor.layout().toString(), given.layout().toString());
    }
    Storage target = tensor.storage();
    if (target instanceof DeviceStorage remote) {
      copy(given, remote);
      return;
    }
    Tensor packed = host.of(given);
    HostElements.copy(packed.storage(), packed.layout().offset(), target, 0, target.length());
  }

  private void copy(Tensor given, DeviceStorage target) {
    boolean isRemote = given.storage() instanceof DeviceStorage;
    boolean isThere = given.storage().space().equals(target.space());
    if (isRemote && !(isThere && given.layout().isContiguous())) {
      throw mismatch(
          "memory",
          "on the host, or contiguous on " + device,
          given.layout() + " on " + given.storage().space());
    }
    Tensor source = isRemote ? given : host.of(given);
    device
        .runtime()
        .orElseThrow()
        .copy(source.storage(), source.layout().offset(), target, 0, target.length());
  }

  private void checkState(Storage given) {
    boolean isSame =
        given.equals(tensor.storage())
            || (given instanceof HeapStorage a
                && tensor.storage() instanceof HeapStorage b
                && a.array() == b.array()
                && a.base() == b.base());
    if (!isSame) {
      throw mismatch("memory", "the session state that was captured", "other memory");
    }
  }

  private InputMismatch mismatch(String what, String expected, String found) {
    return new InputMismatch(input.contract().name(), what, expected, found);
  }

  @Override
  public void close() {
    tensor.storage().close();
  }
}
