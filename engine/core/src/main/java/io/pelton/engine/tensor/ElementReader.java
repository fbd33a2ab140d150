package io.pelton.engine.tensor;

import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/**
 * Reads single elements of a numeric or boolean storage, widened to double or long. Convenient, not
 * fast: kernels read arrays.
 */
public final class ElementReader {
  private final IntToDoubleFunction doubles;
  private final IntToLongFunction longs;

  private ElementReader(IntToDoubleFunction doubles, IntToLongFunction longs) {
    this.doubles = doubles;
    this.longs = longs;
  }

  /**
   * @throws IllegalArgumentException for strings, complex numbers and floats below 16 bits, which
   *     have no numeric reading here
   */
  public static ElementReader of(Storage storage) {
    if (storage instanceof HeapStorage heap) {
      return of(heap.dtype(), slots(heap));
    }
    if (storage instanceof NativeStorage memory) {
      return of(memory.dtype(), slots(memory));
    }
    throw new IllegalArgumentException(storage + " has no numbers");
  }

  /** The numeric value of element {@code index} of the storage. */
  public double doubleAt(int index) {
    return doubles.applyAsDouble(index);
  }

  /** The value of integer or boolean element {@code index}; floats are truncated towards zero. */
  public long longAt(int index) {
    return longs.applyAsLong(index);
  }

  /** The raw slots of the carrier, sign-extended; floats as their bits. */
  private static IntToLongFunction slots(HeapStorage heap) {
    int base = heap.base();
    return switch (heap.dtype().carrier()) {
      case FLOATS -> i -> Float.floatToRawIntBits(heap.floats()[base + i]);
      case DOUBLES -> i -> Double.doubleToRawLongBits(heap.doubles()[base + i]);
      case LONGS -> i -> heap.longs()[base + i];
      case INTS -> i -> heap.ints()[base + i];
      case SHORTS -> i -> heap.shorts()[base + i];
      case BYTES -> i -> heap.bytes()[base + i];
      case STRINGS -> throw new IllegalArgumentException(heap + " has no numbers");
    };
  }

  private static IntToLongFunction slots(NativeStorage memory) {
    return switch (memory.dtype().carrier()) {
      case FLOATS -> i -> Float.floatToRawIntBits(memory.floats().get(i));
      case DOUBLES -> i -> Double.doubleToRawLongBits(memory.doubles().get(i));
      case LONGS -> i -> memory.longs().get(i);
      case INTS -> i -> memory.ints().get(i);
      case SHORTS -> i -> memory.shorts().get(i);
      case BYTES -> i -> memory.bytes().get(i);
      case STRINGS -> throw new IllegalArgumentException(memory + " has no numbers");
    };
  }

  private static ElementReader of(DType dtype, IntToLongFunction slots) {
    return switch (dtype) {
      case F64 -> floating(i -> Double.longBitsToDouble(slots.applyAsLong(i)));
      case F32 -> floating(i -> Float.intBitsToFloat((int) slots.applyAsLong(i)));
      case F16 -> floating(i -> Half.f16ToFloat((short) slots.applyAsLong(i)));
      case BF16 -> floating(i -> Half.bf16ToFloat((short) slots.applyAsLong(i)));
      case I64, I32, I16, I8 -> signed(slots);
      case I4 -> signed(i -> (packed(slots, i, 4) << 60) >> 60);
      case I2 -> signed(i -> (packed(slots, i, 2) << 62) >> 62);
      case U64 -> new ElementReader(i -> unsignedToDouble(slots.applyAsLong(i)), slots);
      case U32 -> signed(i -> slots.applyAsLong(i) & 0xffffffffL);
      case U16 -> signed(i -> slots.applyAsLong(i) & 0xffff);
      case U8, BOOL -> signed(i -> slots.applyAsLong(i) & 0xff);
      case U4 -> signed(i -> packed(slots, i, 4));
      case U2 -> signed(i -> packed(slots, i, 2));
      case F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0, F4E2M1, STRING, C64, C128 ->
          throw new IllegalArgumentException(dtype + " has no numeric reading");
    };
  }

  private static ElementReader floating(IntToDoubleFunction value) {
    return new ElementReader(value, i -> (long) value.applyAsDouble(i));
  }

  private static ElementReader signed(IntToLongFunction value) {
    return new ElementReader(value::applyAsLong, value);
  }

  private static long packed(IntToLongFunction slots, int index, int bits) {
    int perByte = 8 / bits;
    return (slots.applyAsLong(index / perByte) >>> (index % perByte * bits)) & ((1L << bits) - 1);
  }

  /** Rounds to nearest even, also above {@code Long.MAX_VALUE}. */
  static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
  }
}
