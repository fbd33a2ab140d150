package io.pelton.cuda.memory;

import io.pelton.engine.error.InvalidValue;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What kernels of one queue refused. The first kernel that refuses something takes the record with
 * its ticket; of the values that it refuses, the one at the lowest position stays: its position in
 * the upper halves of two words, its own two halves in their lower ones, so that each word is a
 * minimum. Used by the queue's thread.
 */
public final class Refusals {
  /** Of a {@code Refusals} in {@code pelton.cuh}. */
  public static final int BYTES = 3 * Long.BYTES;

  private static final long NONE = 0;
  private static final long LOW = 0xffffffffL;

  private final LongBuffer words;
  private final long address;
  private final Map<Refusal, Integer> numbers = new HashMap<>();
  private final Map<Integer, Refusal> refusals = new HashMap<>();
  private long launches;

  /**
   * @param words memory of {@link #BYTES} that the host and kernels see alike
   * @param address where kernels see it
   */
  public Refusals(LongBuffer words, long address) {
    this.words = words;
    this.address = address;
    forget();
  }

  /** Where kernels note what they refuse. */
  public long address() {
    return address;
  }

  /** A number for what kernels may refuse; equal ones share it. */
  public int add(Refusal refusal) {
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
  public Optional<InvalidValue> take() {
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
  public void forget() {
    words.put(0, NONE).put(1, -1).put(2, -1);
  }
}
