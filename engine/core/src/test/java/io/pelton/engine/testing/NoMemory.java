package io.pelton.engine.testing;

import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Storage;

/** A device that only plans are made for. */
public final class NoMemory implements DeviceRuntime {
  @Override
  public DeviceMemory allocate(long bytes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
    throw new UnsupportedOperationException();
  }
}
