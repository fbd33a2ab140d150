package io.pelton.arrow;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.AllocationOutcome;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What an {@link ArrowAllocator} knows about its memory beyond the byte count: who holds it, and
 * which option raises its limit. Travels with Arrow's allocator as its listener.
 */
final class Account implements AllocationListener {
  private final String option;
  private final Set<Hold> holds = ConcurrentHashMap.newKeySet();
  private BufferAllocator allocator;

  Account(String option) {
    this.option = option;
  }

  /** Someone who holds memory of an allocator, for the message about a leak. */
  static final class Hold {
    private final Set<Hold> holds;
    private final Supplier<String> description;

    private Hold(Set<Hold> holds, Supplier<String> description) {
      this.holds = holds;
      this.description = description;
    }

    void end() {
      holds.remove(this);
    }
  }

  void attach(BufferAllocator owner) {
    allocator = owner;
  }

  /** Notes a holder, where the allocator is one of the bridge's; elsewhere nothing is noted. */
  static Hold hold(BufferAllocator allocator, Supplier<String> description) {
    Set<Hold> holds =
        allocator.getListener() instanceof Account account
            ? account.holds
            : ConcurrentHashMap.newKeySet();
    Hold hold = new Hold(holds, description);
    holds.add(hold);
    return hold;
  }

  List<String> holders() {
    return holds.stream().map(hold -> hold.description.get()).sorted().toList();
  }

  @Override
  public boolean onFailedAllocation(long size, AllocationOutcome outcome) {
    throw refusal(size);
  }

  /** Says that so many bytes don't fit. */
  AllocationLimitExceeded refusal(long size) {
    BufferAllocator full = full(size);
    String remedy = full.getListener() instanceof Account account ? account.option : option;
    return new AllocationLimitExceeded(
        full.getName(), size, full.getAllocatedMemory(), full.getLimit(), remedy);
  }

  /** The allocator between this one and the root whose limit is in the way. */
  private BufferAllocator full(long size) {
    for (BufferAllocator at = allocator; at != null; at = at.getParentAllocator()) {
      if (at.getAllocatedMemory() > at.getLimit() - size) {
        return at;
      }
    }
    return allocator;
  }
}
