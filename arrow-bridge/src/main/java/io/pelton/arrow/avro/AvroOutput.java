package io.pelton.arrow.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;

/** Writes Avro's binary encoding into an array that grows and is used again. */
final class AvroOutput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MOST_NUMBER_BYTES = 10;

  private byte[] bytes = new byte[1024];
  private int size;

  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  /** Forgets all but the first bytes. */
  void truncate(int count) {
    size = count;
  }

  private void reserve(int count) {
    int wanted = Math.addExact(size, count);
    if (wanted > bytes.length) {
      bytes =
          Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, 2L * size)));
    }
  }

  void writeBoolean(boolean value) {
    reserve(1);
    bytes[size++] = (byte) (value ? 1 : 0);
  }

  void writeLong(long value) {
    reserve(MOST_NUMBER_BYTES);
    long zigzag = (value << 1) ^ (value >> 63);
    while ((zigzag & ~0x7fL) != 0) {
      bytes[size++] = (byte) (zigzag | 0x80);
      zigzag >>>= 7;
    }
    bytes[size++] = (byte) zigzag;
  }

  void writeFloat(float value) {
    reserve(4);
    INTS.set(bytes, size, Float.floatToRawIntBits(value));
    size += 4;
  }

  void writeDouble(double value) {
    reserve(8);
    LONGS.set(bytes, size, Double.doubleToRawLongBits(value));
    size += 8;
  }

  void writeInt32(int value) {
    reserve(4);
    INTS.set(bytes, size, value);
    size += 4;
  }

  void write(byte[] source) {
    write(source, 0, source.length);
  }

  void write(byte[] source, int from, int count) {
    reserve(count);
    System.arraycopy(source, from, bytes, size, count);
    size += count;
  }

  void write(ArrowBuf source, long from, int count) {
    reserve(count);
    source.getBytes(from, bytes, size, count);
    size += count;
  }
}
