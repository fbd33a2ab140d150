package io.pelton.engine.tensor;

import io.pelton.engine.error.StorageReleased;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the owners of foreign memory and releases it with the last one. Thread-safe. */
final class Owner {
  private final AtomicInteger owners = new AtomicInteger(1);
  private final Runnable release;

  Owner(Runnable release) {
    this.release = release;
  }

  void retain(Object storage) {
    if (owners.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      throw new StorageReleased(storage.toString());
    }
  }

  void release(Object storage) {
    int before = owners.getAndUpdate(count -> count == 0 ? 0 : count - 1);
    if (before == 0) {
      throw new StorageReleased(storage.toString());
    }
    if (before == 1) {
      release.run();
    }
  }

  void check(Object storage) {
    if (owners.get() == 0) {
      throw new StorageReleased(storage.toString());
    }
  }
}
