package io.pelton.arrow;

import io.pelton.arrow.Account.Hold;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.arrow.memory.AllocationReservation;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Memory that a native library took by itself and that counts in an {@link ArrowAllocator} all the
 * same. Thread-safe.
 */
public final class Reservation implements AutoCloseable {
  private static final long STEP = 1 << 19;

  private final BufferAllocator allocator;
  private final Account account;
  private final Hold hold;
  private final Deque<AllocationReservation> steps = new ArrayDeque<>();
  private boolean closed;

  Reservation(BufferAllocator allocator, Account account, String holder) {
    this.allocator = allocator;
    this.account = account;
    this.hold = Account.hold(allocator, () -> holder + " (" + bytes() + " bytes)");
  }

  /** Bytes that count now: what was asked for, rounded up to 512 KiB. */
  public synchronized long bytes() {
    return steps.size() * STEP;
  }

  /**
   * Makes another number of bytes count. After closing this does nothing.
   *
   * @throws AllocationLimitExceeded where they don't fit; as many as fit count then
   */
  public synchronized void resize(long bytes) {
    if (closed) {
      return;
    }
    long wanted = (bytes + STEP - 1) / STEP;
    while (steps.size() > wanted) {
      steps.pop().close();
    }
    while (steps.size() < wanted) {
      AllocationReservation step = allocator.newReservation();
      if (!step.add(STEP)) {
        step.close();
        throw account.refusal((wanted - steps.size()) * STEP);
      }
      steps.push(step);
    }
  }

  /** Gives all of it back. */
  @Override
  public synchronized void close() {
    if (!closed) {
      resize(0);
      closed = true;
      hold.end();
    }
  }
}
