package io.pelton.arrow.avro;

import io.pelton.arrow.InvalidAvro;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads Avro's binary encoding from an array. Every length is held against the bytes that are left,
 * and everything else that could be made endless is counted.
 */
final class AvroInput {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int DEPTH = 256;

  /** Elements that take no bytes, such as nulls, in one record. */
  private static final int EMPTY_ELEMENTS = 1 << 20;

  private final String source;
  private byte[] bytes = new byte[0];
  private int position;
  private int end;
  private long blockOffset = -1;
  private long record = -1;
  private int recordStart;
  private int depth;
  private int emptyElements;

  /**
   * @param source for messages
   */
  AvroInput(String source) {
    this.source = source;
  }

  /** One record's bytes; offsets in messages count from its first byte. */
  void value(byte[] value, int from, int count, long row) {
    bytes = value;
    position = from;
    end = from + count;
    blockOffset = -1;
    startRecord(row);
  }

  /** A block's bytes, after decompression. */
  void block(byte[] block, int count, long offsetInFile) {
    bytes = block;
    position = 0;
    end = count;
    blockOffset = offsetInFile;
    record = -1;
  }

  void startRecord(long row) {
    record = row;
    recordStart = position;
    depth = 0;
    emptyElements = 0;
  }

  int remaining() {
    return end - position;
  }

  byte[] array() {
    return bytes;
  }

  InvalidAvro invalid(String reason) {
    return invalid(reason, null);
  }

  InvalidAvro invalid(String reason, Throwable cause) {
    if (blockOffset < 0) {
      return new InvalidAvro(source, record, (long) position - recordStart, reason, cause);
    }
    String where = " (byte " + position + " of the block's " + end + " after decompression)";
    return new InvalidAvro(source, record, blockOffset, reason + where, cause);
  }

  private InvalidAvro cut(long wanted) {
    return invalid(
        wanted
            + " bytes are wanted and "
            + remaining()
            + " are left; the data is cut short, corrupted or of another schema");
  }

  private void need(int count) {
    if (count > end - position) {
      throw cut(count);
    }
  }

  boolean readBoolean() {
    need(1);
    byte value = bytes[position];
    if (value != 0 && value != 1) {
      throw invalid("a boolean is 0 or 1, not " + value);
    }
    position++;
    return value == 1;
  }

  int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw invalid(value + " does not fit an int");
    }
    return (int) value;
  }

  long readLong() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      need(1);
      byte next = bytes[position++];
      if (shift == 63 && (next & 0xff) > 1) {
        break;
      }
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw invalid("a number of more than 64 bits");
  }

  float readFloat() {
    need(4);
    float value = Float.intBitsToFloat((int) INTS.get(bytes, position));
    position += 4;
    return value;
  }

  double readDouble() {
    need(8);
    double value = Double.longBitsToDouble((long) LONGS.get(bytes, position));
    position += 8;
    return value;
  }

  /** The length of a string or of bytes, which are there. */
  int readLength() {
    long length = readLong();
    if (length < 0) {
      throw invalid("a length of " + length);
    }
    if (length > remaining()) {
      throw cut(length);
    }
    return (int) length;
  }

  /** Passes over bytes and tells where in {@link #array} they begin. */
  int take(int count) {
    need(count);
    int from = position;
    position += count;
    return from;
  }

  /**
   * The items of the next block of an array or a map; 0 ends it.
   *
   * @param itemBytes the least that an item takes
   */
  int readItems(int itemBytes) {
    long items = readLong();
    if (items < 0) {
      items = -items;
      long size = readLong();
      if (size < 0 || size > remaining()) {
        throw invalid("a block of items of " + size + " bytes, where " + remaining() + " are left");
      }
    }
    if (items < 0 || (itemBytes > 0 && items > remaining() / itemBytes)) {
      throw invalid(items + " items, for which the " + remaining() + " bytes left are too few");
    }
    if (itemBytes == 0) {
      if (items > EMPTY_ELEMENTS - emptyElements) {
        throw invalid(
            "more than " + EMPTY_ELEMENTS + " items that take no bytes are not read in one record");
      }
      emptyElements += (int) items;
    }
    return (int) items;
  }

  /**
   * The items to pass over one by one; 0 when all are passed. Blocks that tell their size, and
   * items that take no bytes, are passed over here.
   */
  long readItemsToSkip(int itemBytes) {
    while (true) {
      long items = readLong();
      if (items < 0) {
        long size = readLong();
        if (size < 0 || size > remaining()) {
          throw invalid("a block of items of " + size + " bytes, of " + remaining() + " left");
        }
        take((int) size);
      } else if (items == 0 || itemBytes > 0) {
        if (itemBytes > 0 && items > remaining() / itemBytes) {
          throw invalid(items + " items, for which the " + remaining() + " bytes left are too few");
        }
        return items;
      }
    }
  }

  void enter() {
    if (++depth > DEPTH) {
      throw invalid("values are nested in more than " + DEPTH + " others");
    }
  }

  void leave() {
    depth--;
  }
}
