package io.pelton.cuda.memory;

import io.pelton.engine.error.InvalidValue;
import java.nio.LongBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What kernels of one queue refused. The first kernel that refuses something takes the record with
 * its ticket; of the values that it refuses, the one at the lowest position stays: its position in
 * the upper halves of two words, its own two halves in their lower ones, so that each word is a
 * minimum. Kernels may be bound by another thread than the queue's.
 */
public final class Refusals {
  /** Of a {@code Refusals} in {@code pelton.cuh}. */
  private static final int BYTES = 3 * Long.BYTES;

  private static final long NONE = 0;
  private static final long LOW = 0xffffffffL;

  private final PinnedPointer pointer;
  private final LongBuffer words;
  private final Map<Refusal, Integer> numbers = new ConcurrentHashMap<>();
  private final Map<Integer, Refusal> refusals = new ConcurrentHashMap<>();
  private long launches;

  private Refusals(PinnedPointer pointer) {
    this.pointer = pointer;
    this.words = new PinnedBytes(pointer.getByteBuffer(0, BYTES)).longs();
    forget();
  }

  /** In memory of the host that kernels see, too; called with the context bound. */
  static Refusals in(PinnedHeap heap) {
    PinnedPointer pointer = heap.allocate(BYTES);
    if (pointer == null) {
      throw heap.outOfMemory(BYTES);
    }
    return new Refusals(pointer);
  }

  /** Where kernels note what they refuse. */
  public long address() {
    return pointer.address();
  }

  /** A number for what kernels may refuse; equal ones share it. */
  public synchronized int add(Refusal refusal) {
    int number = numbers.getOrDefault(refusal, numbers.size() + 1);
    numbers.put(refusal, number);
    refusals.put(number, refusal);
    return number;
  }

  /** What tells a launch from all others of this queue. */
  public long ticket(int number) {
    launches++;
    return launches << Integer.SIZE | number;
  }

  /**
   * What was refused since the last call, after all that was enqueued has been done; forgets it.
   */
  Optional<InvalidValue> take() {
    long ticket = words.get(0);
    if (ticket == NONE) {
      return Optional.empty();
    }
    long high = words.get(1);
    long low = words.get(2);
    forget();
    Refusal refusal = refusals.get((int) ticket);
    return Optional.of(refusal.error(high >>> Integer.SIZE, high << Integer.SIZE | (low & LOW)));
  }

  /** Drops what was refused. */
  void forget() {
    words.put(0, NONE).put(1, -1).put(2, -1);
  }

  /** With the context bound. */
  void free(PinnedHeap heap, Release release) {
    heap.free(pointer, BYTES, release);
  }

  /** Of memory that went with its context. */
  void abandon(PinnedHeap heap) {
    heap.forget(BYTES);
  }
}
