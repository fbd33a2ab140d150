package io.pelton.cpu.testing;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.stream.IntStream;

/** Tensors with random elements that lie in random ways: strides, offsets, native memory. */
public final class RandomTensors {
  private static final double[] SPECIAL = {
    0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-40, -1e-40
  };
  private static final String[] WORDS = {"", "a", "b", "Straße", "日本", "a longer string"};

  private final Random random;

  public RandomTensors(long seed) {
    this.random = new Random(seed);
  }

  public Random random() {
    return random;
  }

  /** Up to {@code maxRank} axes of length 1 to {@code maxLength}. */
  public long[] dims(int maxRank, int maxLength) {
    return IntStream.range(0, random.nextInt(maxRank + 1))
        .mapToLong(axis -> 1 + random.nextInt(maxLength))
        .toArray();
  }

  /** Lengths that broadcast to the given ones. */
  public long[] broadcastable(long... dims) {
    int dropped = dims.length == 0 ? 0 : random.nextInt(dims.length + 1) / 2;
    return IntStream.range(dropped, dims.length)
        .mapToLong(axis -> random.nextInt(3) == 0 ? 1 : dims[axis])
        .toArray();
  }

  /** Where and how the elements lie is random. */
  public Tensor next(DType dtype, long... dims) {
    Layout layout = random.nextBoolean() ? Layout.contiguous(dims) : strided(dims);
    int length = (int) extent(layout);
    boolean isNative = dtype != DType.STRING && random.nextInt(3) == 0;
    Storage storage = isNative ? onNative(dtype, length) : heap(dtype, length);
    return new Tensor(storage, layout);
  }

  /** Contiguous on the heap from element 0. */
  public Tensor packed(DType dtype, long... dims) {
    int length = Math.toIntExact(Layout.elements(dims));
    Storage storage =
        dtype == DType.STRING
            ? strings(length)
            : HeapStorage.wrap(dtype, array(dtype, (int) dtype.carrierSlots(length)), 0, length);
    return new Tensor(storage, Layout.contiguous(dims));
  }

  /** Axes in another order, gaps, negative strides and an offset. */
  private Layout strided(long... dims) {
    int rank = dims.length;
    long[] strides = new long[rank];
    long offset = random.nextInt(3);
    long step = random.nextInt(2) + 1L;
    for (int axis : order(rank)) {
      strides[axis] = step;
      if (random.nextInt(3) == 0) {
        strides[axis] = -step;
        offset += step * Math.max(dims[axis] - 1, 0);
      }
      step *= dims[axis] + random.nextInt(2);
    }
    return Layout.of(dims, strides, offset);
  }

  /** The axes shuffled. */
  public int[] order(int rank) {
    int[] order = IntStream.range(0, rank).toArray();
    for (int i = rank - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    return order;
  }

  private static long extent(Layout layout) {
    long last = layout.offset();
    for (int axis = 0; axis < layout.rank(); axis++) {
      last += Math.max(layout.stride(axis), 0) * Math.max(layout.dim(axis) - 1, 0);
    }
    return last + 1;
  }

  private Storage heap(DType dtype, int length) {
    if (dtype == DType.STRING) {
      return strings(length);
    }
    int base = dtype.bits() < 8 ? 0 : random.nextInt(4);
    int slots = (int) dtype.carrierSlots(length + base);
    return HeapStorage.wrap(dtype, array(dtype, slots), base, length);
  }

  private StringStorage strings(int length) {
    StringStorage strings = StringStorage.growable();
    for (int i = 0; i < length; i++) {
      strings.append(WORDS[random.nextInt(WORDS.length)]);
    }
    return strings;
  }

  private NativeStorage onNative(DType dtype, int length) {
    int slots = (int) dtype.carrierSlots(length);
    Object array = array(dtype, slots);
    ByteBuffer memory =
        ByteBuffer.allocateDirect(slots * dtype.carrier().width()).order(ByteOrder.LITTLE_ENDIAN);
    switch (dtype.carrier()) {
      case FLOATS -> memory.asFloatBuffer().put((float[]) array);
      case DOUBLES -> memory.asDoubleBuffer().put((double[]) array);
      case LONGS -> memory.asLongBuffer().put((long[]) array);
      case INTS -> memory.asIntBuffer().put((int[]) array);
      case SHORTS -> memory.asShortBuffer().put((short[]) array);
      case BYTES -> memory.duplicate().put((byte[]) array);
      case STRINGS -> throw new IllegalArgumentException("strings have no slots");
    }
    return NativeStorage.wrap(dtype, memory, () -> {});
  }

  private Object array(DType dtype, int slots) {
    Object array = dtype.carrier().allocate(slots);
    for (int i = 0; i < slots; i++) {
      switch (dtype.carrier()) {
        case FLOATS -> ((float[]) array)[i] = (float) real();
        case DOUBLES -> ((double[]) array)[i] = real();
        case LONGS -> ((long[]) array)[i] = integer();
        case INTS -> ((int[]) array)[i] = (int) integer();
        case SHORTS -> ((short[]) array)[i] = (short) integer();
        case BYTES ->
            ((byte[]) array)[i] = (byte) (dtype == DType.BOOL ? integer() & 1 : integer());
        case STRINGS -> throw new IllegalArgumentException("strings have no slots");
      }
    }
    return array;
  }

  private double real() {
    return random.nextInt(20) == 0
        ? SPECIAL[random.nextInt(SPECIAL.length)]
        : random.nextGaussian() * 3;
  }

  /** Small numbers of both signs, and any bits. */
  private long integer() {
    return random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(21) - 10;
  }
}
