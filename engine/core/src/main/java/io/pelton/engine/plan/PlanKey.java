package io.pelton.engine.plan;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * What a plan depends on, as numbers: the bucket and, per input, shape, strides, memory space and,
 * where shapes follow from them, values. Rebuilt in place at every run, so that asking the cache
 * allocates nothing; {@link #copy} is what the cache keeps.
 */
public final class PlanKey {
  private long[] words;
  private int length;

  public PlanKey() {
    this.words = new long[64];
  }

  private PlanKey(long[] words) {
    this.words = words;
    this.length = words.length;
  }

  /**
   * Starts over.
   *
   * @param bucket upper bound of the rows, or -1 where the plan is for the whole
   */
  public void start(int bucket) {
    length = 0;
    add(bucket);
  }

  /** Adds an input; with {@code hasRows}, whatever the length of axis 0. */
  public void addInput(Tensor tensor, boolean hasRows) {
    Layout layout = tensor.layout();
    boolean isNative =
        tensor.dtype() != DType.STRING && tensor.storage().space().equals(MemorySpace.NATIVE);
    boolean isContiguous = layout.isContiguous();
    DeviceId device = device(tensor);
    int flags = (isNative ? 2 : 0) | (isContiguous ? 1 : 0) | (device == null ? 0 : 4);
    add(layout.rank() << 3 | flags);
    if (device != null) {
      add((long) device.backend().hashCode() << Integer.SIZE | device.index());
    }
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (axis > 0 || !hasRows) {
        add(layout.dim(axis));
      }
      if (!isContiguous) {
        add(layout.stride(axis));
      }
    }
  }

  /** Adds the elements of an input of numbers on which shapes depend. */
  public void addValues(Tensor tensor) {
    if (tensor.dtype().isFloat()) {
      for (double value : tensor.toDoubles()) {
        add(Double.doubleToRawLongBits(value));
      }
      return;
    }
    for (long value : tensor.toLongs()) {
      add(value);
    }
  }

  private static DeviceId device(Tensor tensor) {
    return tensor.storage() instanceof DeviceStorage remote ? remote.memory().device() : null;
  }

  /** Adds any number on which the plan depends. */
  public void add(long word) {
    if (length == words.length) {
      words = Arrays.copyOf(words, 2 * length);
    }
    words[length++] = word;
  }

  /** Takes over the numbers of another one. */
  void become(PlanKey other) {
    if (words.length < other.length) {
      words = new long[other.words.length];
    }
    System.arraycopy(other.words, 0, words, 0, other.length);
    length = other.length;
  }

  /** A key that stays as it is. */
  PlanKey copy() {
    return new PlanKey(Arrays.copyOf(words, length));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlanKey key
        && Arrays.equals(words, 0, length, key.words, 0, key.length);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + Long.hashCode(words[i]);
    }
    return hash;
  }
}
