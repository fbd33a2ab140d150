package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A tensor within larger memory of a pattern, which shows whether anything beside it was written.
 */
public final class GuardedMemory {
  /** Elements before the tensor; an odd number, so that nothing is aligned. */
  public static final int OFFSET = 5;

  private static final byte PATTERN = 0x5a;

  private final Tensor tensor;

  private GuardedMemory(Storage storage, long... dims) {
    this.tensor = new Tensor(storage, Layout.of(dims, Layout.contiguous(dims).strides(), OFFSET));
  }

  /** Outside the heap. */
  public static GuardedMemory outside(DType dtype, long... dims) {
    byte[] pattern = pattern(dtype, dims);
    ByteBuffer memory = ByteBuffer.allocateDirect(pattern.length);
    memory.put(0, pattern);
    return new GuardedMemory(NativeStorage.wrap(dtype, memory, () -> {}), dims);
  }

  public static GuardedMemory onHeap(DType dtype, long... dims) {
    byte[] pattern = pattern(dtype, dims);
    int slots = pattern.length / dtype.carrier().width();
    Object array = dtype.carrier().allocate(slots);
    load(pattern, array);
    long elements = pattern.length * 8L / dtype.bits();
    return new GuardedMemory(HeapStorage.wrap(dtype, array, 0, Math.toIntExact(elements)), dims);
  }

  private static byte[] pattern(DType dtype, long... dims) {
    long slots = dtype.carrierSlots(2 * OFFSET + Layout.elements(dims));
    byte[] pattern = new byte[Math.toIntExact(slots * dtype.carrier().width())];
    Arrays.fill(pattern, PATTERN);
    return pattern;
  }

  public Tensor tensor() {
    return tensor;
  }

  /**
   * Fails unless all memory but the tensor's first elements is as it was.
   *
   * @param written how many elements may have been written
   */
  public void assertUntouchedBeyond(long written) {
    int bits = tensor.dtype().bits();
    byte[] found = bytes();
    for (long bit = 0; bit < found.length * 8L; bit++) {
      boolean isOurs = bit >= (long) OFFSET * bits && bit < (OFFSET + written) * bits;
      if (!isOurs) {
        int at = (int) (bit / 8);
        int mask = 1 << (int) (bit % 8);
        assertThat(found[at] & mask)
            .as("bit %d, element %d of %d", bit, bit / bits - OFFSET, written)
            .isEqualTo(PATTERN & mask);
      }
    }
  }

  private byte[] bytes() {
    if (tensor.storage() instanceof NativeStorage outside) {
      byte[] found = new byte[outside.bytes().capacity()];
      outside.bytes().get(0, found);
      return found;
    }
    Object array = ((HeapStorage) tensor.storage()).array();
    byte[] found = new byte[Array.getLength(array) * tensor.dtype().carrier().width()];
    store(array, found);
    return found;
  }

  /** In the order of native memory. */
  private static void load(byte[] from, Object array) {
    ByteBuffer bytes = ByteBuffer.wrap(from).order(ByteOrder.LITTLE_ENDIAN);
    if (array instanceof float[] floats) {
      bytes.asFloatBuffer().get(floats);
    } else if (array instanceof double[] doubles) {
      bytes.asDoubleBuffer().get(doubles);
    } else if (array instanceof long[] longs) {
      bytes.asLongBuffer().get(longs);
    } else if (array instanceof int[] ints) {
      bytes.asIntBuffer().get(ints);
    } else if (array instanceof short[] shorts) {
      bytes.asShortBuffer().get(shorts);
    } else {
      bytes.get((byte[]) array);
    }
  }

  private static void store(Object array, byte[] to) {
    ByteBuffer bytes = ByteBuffer.wrap(to).order(ByteOrder.LITTLE_ENDIAN);
    if (array instanceof float[] floats) {
      bytes.asFloatBuffer().put(floats);
    } else if (array instanceof double[] doubles) {
      bytes.asDoubleBuffer().put(doubles);
    } else if (array instanceof long[] longs) {
      bytes.asLongBuffer().put(longs);
    } else if (array instanceof int[] ints) {
      bytes.asIntBuffer().put(ints);
    } else if (array instanceof short[] shorts) {
      bytes.asShortBuffer().put(shorts);
    } else {
      bytes.put((byte[]) array);
    }
  }
}
