package io.pelton.onnx.oracle;

import java.util.Arrays;

/** Damages the bytes of a model. */
final class ByteMutation {
  private ByteMutation() {}

  static byte[] of(Draw draw, byte[] model) {
    byte[] damaged = model.clone();
    for (int left = draw.between(1, 3); left > 0 && damaged.length > 1; left--) {
      int at = draw.below(damaged.length);
      int count = Math.min(draw.between(1, 16), damaged.length - at);
      damaged =
          switch (draw.below(24)) {
            case 0 -> filled(damaged, at, count, draw.one(0, 0x7f, 0xff));
            case 1 -> Arrays.copyOf(damaged, at);
            case 2 -> replaced(damaged, at, count, new byte[0]);
            case 3 -> replaced(damaged, at, 0, Arrays.copyOfRange(damaged, at, at + count));
            // a long varint where there was none: the largest length, or -1
            case 4 -> replaced(damaged, at, 1, varint(draw));
            default -> flipped(draw, damaged, at);
          };
    }
    return damaged;
  }

  private static byte[] flipped(Draw draw, byte[] bytes, int at) {
    bytes[at] ^= (byte) (1 << draw.below(8));
    return bytes;
  }

  private static byte[] filled(byte[] bytes, int at, int count, int value) {
    Arrays.fill(bytes, at, at + count, (byte) value);
    return bytes;
  }

  private static byte[] varint(Draw draw) {
    byte[] varint = new byte[draw.one(2, 5, 10)];
    Arrays.fill(varint, (byte) 0xff);
    varint[varint.length - 1] = (byte) (varint.length == 10 ? 1 : 0x07);
    return varint;
  }

  private static byte[] replaced(byte[] bytes, int at, int count, byte[] by) {
    byte[] joined = Arrays.copyOf(bytes, bytes.length - count + by.length);
    System.arraycopy(by, 0, joined, at, by.length);
    System.arraycopy(bytes, at + count, joined, at + by.length, bytes.length - at - count);
    return joined;
  }
}
