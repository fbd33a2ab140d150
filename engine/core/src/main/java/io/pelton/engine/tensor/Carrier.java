package io.pelton.engine.tensor;

/** The Java array that carries elements of a dtype on the heap. */
public enum Carrier {
  FLOATS(4),
  DOUBLES(8),
  LONGS(8),
  INTS(4),
  SHORTS(2),
  BYTES(1),
  /** Not an array: {@link StringStorage}. */
  STRINGS(0);

  private final int width;

  Carrier(int width) {
    this.width = width;
  }

  /** Bytes of one array element; 0 for strings. */
  public int width() {
    return width;
  }

  /** A zero-filled array of this carrier. */
  public Object allocate(int length) {
    return switch (this) {
      case FLOATS -> new float[length];
      case DOUBLES -> new double[length];
      case LONGS -> new long[length];
      case INTS -> new int[length];
      case SHORTS -> new short[length];
      case BYTES -> new byte[length];
      case STRINGS -> throw new IllegalArgumentException("strings live in StringStorage");
    };
  }
}
