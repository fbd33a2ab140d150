package io.pelton.cpu.second;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.kernel.DeviceQueue;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;
import java.nio.ByteBuffer;

/**
 * Tasks of one executable on {@code cpu:1}, in order. A task that is enqueued behind one that
 * failed does not run.
 */
abstract class SecondQueue implements DeviceQueue {
  private final SecondMemory memory;

  SecondQueue(SecondMemory memory) {
    this.memory = memory;
  }

  /** Adds a task, which throws where it fails. */
  abstract void enqueue(Runnable task);

  /** Waits until no task is left; what failed first, or null. */
  abstract Throwable settle();

  /** After the last task. */
  abstract void end();

  @Override
  public final void copy(
      Storage from, long fromElement, Storage to, long toElement, long elements) {
    memory.count(from, to);
    if (elements == 0) {
      return;
    }
    if (from instanceof DeviceStorage) {
      enqueue(
          () -> copied(from, to, () -> memory.move(from, fromElement, to, toElement, elements)));
    } else {
      ByteBuffer staged = memory.load(from, fromElement, elements);
      enqueue(() -> copied(from, to, () -> memory.store(staged, to, toElement)));
    }
  }

  private static void copied(Storage from, Storage to, Runnable copy) {
    try {
      copy.run();
    } catch (EngineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new KernelFailure(from + " to " + to, "Copy", "queued copy", e);
    }
  }

  @Override
  public final void await() {
    Throwable failure = settle();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  @Override
  public final void drain() {
    settle();
  }

  @Override
  public final void close() {
    settle();
    end();
    memory.ended(this);
  }
}
