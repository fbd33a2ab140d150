package io.pelton.engine.tensor;

/**
 * Element types of tensors, named after their meaning rather than any file format's.
 *
 * <p>Facts are total: every dtype has a bit width, a {@link Kind}, a heap {@link Carrier} and an
 * accumulator. Sub-byte dtypes pack their elements, low bits first, into bytes. Half-precision and
 * 8-bit floats are carried as their bit patterns.
 */
public enum DType {
  F64(64, Kind.FLOAT, Carrier.DOUBLES),
  F32(32, Kind.FLOAT, Carrier.FLOATS),
  F16(16, Kind.FLOAT, Carrier.SHORTS),
  BF16(16, Kind.FLOAT, Carrier.SHORTS),
  F8E4M3FN(8, Kind.FLOAT, Carrier.BYTES),
  F8E4M3FNUZ(8, Kind.FLOAT, Carrier.BYTES),
  F8E5M2(8, Kind.FLOAT, Carrier.BYTES),
  F8E5M2FNUZ(8, Kind.FLOAT, Carrier.BYTES),
  F8E8M0(8, Kind.FLOAT, Carrier.BYTES),
  F4E2M1(4, Kind.FLOAT, Carrier.BYTES),
  I64(64, Kind.SIGNED, Carrier.LONGS),
  I32(32, Kind.SIGNED, Carrier.INTS),
  I16(16, Kind.SIGNED, Carrier.SHORTS),
  I8(8, Kind.SIGNED, Carrier.BYTES),
  I4(4, Kind.SIGNED, Carrier.BYTES),
  I2(2, Kind.SIGNED, Carrier.BYTES),
  U64(64, Kind.UNSIGNED, Carrier.LONGS),
  U32(32, Kind.UNSIGNED, Carrier.INTS),
  U16(16, Kind.UNSIGNED, Carrier.SHORTS),
  U8(8, Kind.UNSIGNED, Carrier.BYTES),
  U4(4, Kind.UNSIGNED, Carrier.BYTES),
  U2(2, Kind.UNSIGNED, Carrier.BYTES),
  /** One byte an element, 0 or 1. */
  BOOL(8, Kind.BOOL, Carrier.BYTES),
  STRING(0, Kind.STRING, Carrier.STRINGS),
  C64(64, Kind.COMPLEX, Carrier.FLOATS),
  C128(128, Kind.COMPLEX, Carrier.DOUBLES);

  /** What the bits of an element mean. */
  public enum Kind {
    FLOAT,
    SIGNED,
    UNSIGNED,
    BOOL,
    STRING,
    COMPLEX
  }

  private final int bits;
  private final Kind kind;
  private final Carrier carrier;

  DType(int bits, Kind kind, Carrier carrier) {
    this.bits = bits;
    this.kind = kind;
    this.carrier = carrier;
  }

  /** Bits of one element; 0 for strings, whose elements vary. */
  public int bits() {
    return bits;
  }

  public Kind kind() {
    return kind;
  }

  public Carrier carrier() {
    return carrier;
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT;
  }

  public boolean isInteger() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  public boolean isNumeric() {
    return isFloat() || isInteger();
  }

  /** Slots of the carrier array that {@code elements} elements take. */
  public long carrierSlots(long elements) {
    if (this == STRING) {
      return elements;
    }
    long slotBits = 8L * carrier.width();
    return (Math.multiplyExact(elements, (long) bits) + slotBits - 1) / slotBits;
  }

  /** The dtype in which sums over elements of this dtype are formed. */
  public DType accumulator() {
    return switch (this) {
      case F64 -> F64;
      case F32, F16, BF16, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0, F4E2M1 -> F32;
      case I64 -> I64;
      case I32, I16, I8, I4, I2 -> I32;
      case U64 -> U64;
      case U32, U16, U8, U4, U2, BOOL -> U32;
      case C64 -> C64;
      case C128 -> C128;
      case STRING -> throw new IllegalArgumentException("strings have no sum");
    };
  }
}
