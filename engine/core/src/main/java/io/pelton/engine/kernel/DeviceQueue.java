package io.pelton.engine.kernel;

import io.pelton.engine.tensor.Storage;

/**
 * Work on a device, done in the order in which one executable enqueues it. Used by one thread at a
 * time.
 */
public interface DeviceQueue extends AutoCloseable {
  /**
   * Enqueues a copy between host and device or within the device. When this returns, a source on
   * the host may be written again; a target on the host may be read after {@link #await}.
   *
   * @param from read from element {@code fromElement}
   * @param to of the same dtype, written from element {@code toElement}
   * @param elements contiguous on both sides
   */
  void copy(Storage from, long fromElement, Storage to, long toElement, long elements);

  /**
   * Enqueues a copy of rows that lie equally far apart, as {@link #copy} does each of them.
   *
   * @param from its first row starts at element {@code fromElement}, each further one {@code
   *     fromStride} elements behind the one before
   * @param to of the same dtype, its rows start at {@code toElement} and {@code toStride} apart; no
   *     element is in two rows, and none is read too
   * @param elements of each row, contiguous on both sides
   */
  default void copyRows(
      Storage from,
      long fromElement,
      long fromStride,
      Storage to,
      long toElement,
      long toStride,
      long rows,
      long elements) {
    for (long row = 0; row < rows; row++) {
      copy(from, fromElement + row * fromStride, to, toElement + row * toStride, elements);
    }
  }

  /**
   * Waits until all that was enqueued has been done.
   *
   * @throws io.pelton.engine.error.EngineException what failed first; what was enqueued behind it
   *     has not been done then, and the queue is as new
   */
  void await();

  /**
   * Waits until nothing runs any more, for callers that drop the results: what failed is forgotten,
   * and the queue is as new.
   */
  void drain();

  /** {@link #drain Drains} and frees the queue. */
  @Override
  void close();
}
