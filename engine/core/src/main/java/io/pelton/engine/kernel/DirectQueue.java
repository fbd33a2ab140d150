package io.pelton.engine.kernel;

import io.pelton.engine.tensor.Storage;

/** Does everything at once, on a device that does not work beside the host. */
final class DirectQueue implements DeviceQueue {
  private final DeviceRuntime runtime;

  DirectQueue(DeviceRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
    runtime.copy(from, fromElement, to, toElement, elements);
  }

  @Override
  public void await() {
    // nothing is ever pending
  }

  @Override
  public void drain() {
    // nothing is ever pending
  }

  @Override
  public void close() {
    // holds nothing
  }
}
