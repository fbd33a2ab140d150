package io.pelton.arrow;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Arrow memory with a name, a limit and a record of who holds it. All allocators descend from one
 * root, so that batches can move between any two of them. Thread-safe, like Arrow's own.
 */
public final class ArrowAllocator implements AutoCloseable {
  private static final class Root {
    static final BufferAllocator INSTANCE = new RootAllocator(Long.MAX_VALUE);
  }

  private final BufferAllocator allocator;
  private final Account account;

  private ArrowAllocator(BufferAllocator parent, String name, long limit, String option) {
    this.account = new Account(option);
    this.allocator = parent.newChildAllocator(name, account, 0, limit);
    account.attach(allocator);
  }

  /**
   * An allocator right below the root.
   *
   * @param name for messages
   * @param limit bytes it may hold at a time
   * @param option the setting that raises the limit, as the user knows it, for the message of
   *     {@link AllocationLimitExceeded}
   */
  public static ArrowAllocator open(String name, long limit, String option) {
    return new ArrowAllocator(Root.INSTANCE, name, limit, option);
  }

  /** An allocator without a limit of its own. */
  public static ArrowAllocator open(String name) {
    return open(name, Long.MAX_VALUE, "the limit of allocator '" + name + "'");
  }

  /** An allocator whose memory also counts here. */
  public ArrowAllocator child(String name, long limit, String option) {
    return new ArrowAllocator(allocator, name, limit, option);
  }

  /**
   * Arrow's view of this allocator, to make vectors with. It throws {@link AllocationLimitExceeded}
   * too. Close this object, not the view.
   */
  public BufferAllocator arrow() {
    return allocator;
  }

  /**
   * Uninitialized memory; whoever asked releases it.
   *
   * @throws AllocationLimitExceeded where it does not fit, naming requested, held and limit
   */
  public ArrowBuf buffer(long bytes) {
    return allocator.buffer(bytes);
  }

  /**
   * Lets memory count here that someone else takes; nothing yet.
   *
   * @param holder for the message of {@link AllocatorLeak}
   */
  public Reservation reservation(String holder) {
    return new Reservation(allocator, account, holder);
  }

  public String name() {
    return allocator.getName();
  }

  /** Bytes held now. */
  public long held() {
    return allocator.getAllocatedMemory();
  }

  /** The most bytes held at any time. */
  public long peak() {
    return allocator.getPeakMemoryAllocation();
  }

  public long limit() {
    return allocator.getLimit();
  }

  /**
   * Closes the allocator; closing it again does nothing.
   *
   * @throws AllocatorLeak naming the batches and storages that still hold memory; the allocator
   *     then stays open, so that they can still be closed, and it after them
   */
  @Override
  public void close() {
    List<String> holders = account.holders();
    if (held() > 0 || !holders.isEmpty()) {
      throw new AllocatorLeak(name(), held(), holders);
    }
    allocator.close();
  }

  @Override
  public String toString() {
    return "allocator '" + name() + "' (" + held() + " of " + limit() + " bytes)";
  }
}
