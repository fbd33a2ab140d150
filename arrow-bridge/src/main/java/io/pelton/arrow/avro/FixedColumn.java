package io.pelton.arrow.avro;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

/** Values of one width in bytes. */
abstract class FixedColumn extends VectorColumn {
  private final GrowingBuffer values;
  private final int width;

  FixedColumn(BufferAllocator allocator, boolean nullable, int width) {
    super(allocator, nullable);
    this.values = new GrowingBuffer(allocator);
    this.width = width;
  }

  final int width() {
    return width;
  }

  /** Where the next value goes. */
  final long at() {
    return (long) count() * width;
  }

  /** The memory, with room for the next value. */
  final ArrowBuf room() {
    long at = at();
    return values.reserve(at, at + width);
  }

  @Override
  void blank() {
    room().setZero(at(), width);
  }

  @Override
  final long valueBytes() {
    return at();
  }

  @Override
  final void give(List<ArrowBuf> buffers) {
    buffers.add(values.give(at()));
  }

  @Override
  public final void close() {
    super.close();
    values.close();
  }

  /** Integers of 32 bits, and what is counted with them. */
  static final class Ints extends FixedColumn {
    Ints(BufferAllocator allocator, boolean nullable) {
      super(allocator, nullable, 4);
    }

    @Override
    void integer(long value) {
      room().setInt(at(), (int) value);
      present();
    }
  }

  /** Integers of 64 bits, and what is counted with them. */
  static final class Longs extends FixedColumn {
    Longs(BufferAllocator allocator, boolean nullable) {
      super(allocator, nullable, 8);
    }

    @Override
    void integer(long value) {
      room().setLong(at(), value);
      present();
    }
  }

  /** Single floats, also from integers. */
  static final class Floats extends FixedColumn {
    Floats(BufferAllocator allocator, boolean nullable) {
      super(allocator, nullable, 4);
    }

    @Override
    void single(float value) {
      room().setFloat(at(), value);
      present();
    }

    @Override
    void integer(long value) {
      single((float) value);
    }
  }

  /** Double floats, also from integers and single floats. */
  static final class Doubles extends FixedColumn {
    Doubles(BufferAllocator allocator, boolean nullable) {
      super(allocator, nullable, 8);
    }

    @Override
    void real(double value) {
      room().setDouble(at(), value);
      present();
    }

    @Override
    void single(float value) {
      real(value);
    }

    @Override
    void integer(long value) {
      real((double) value);
    }
  }

  /** Bytes as they are. */
  static final class Bytes extends FixedColumn {
    Bytes(BufferAllocator allocator, boolean nullable, int width) {
      super(allocator, nullable, width);
    }

    @Override
    void bytes(AvroInput input, int from, int count) {
      room().setBytes(at(), input.array(), from, count);
      present();
    }
  }

  /** Unscaled decimals: Avro has the highest byte first, Arrow the lowest. */
  static final class Decimals extends FixedColumn {
    Decimals(BufferAllocator allocator, boolean nullable, int width) {
      super(allocator, nullable, width);
    }

    @Override
    void bytes(AvroInput input, int from, int count) {
      byte[] source = input.array();
      int end = from + count;
      byte sign = (byte) (count > 0 ? source[from] >> 7 : 0);
      int first = from;
      // longer than need be, as in a fixed
      while (end - first > width() && source[first] == sign && source[first + 1] >> 7 == sign) {
        first++;
      }
      if (end - first > width()) {
        throw input.invalid("a decimal of " + count + " bytes, more than its precision needs");
      }
      ArrowBuf memory = room();
      long at = at();
      for (int i = 0; i < width(); i++) {
        memory.setByte(at + i, end - 1 - i >= first ? source[end - 1 - i] : sign);
      }
      present();
    }
  }

  /** Months, days and milliseconds, unsigned; Arrow has nanoseconds. */
  static final class Durations extends FixedColumn {
    private static final long NANOS = 1_000_000;

    Durations(BufferAllocator allocator, boolean nullable) {
      super(allocator, nullable, 16);
    }

    @Override
    void bytes(AvroInput input, int from, int count) {
      long months = unsigned(input.array(), from);
      long days = unsigned(input.array(), from + 4);
      if (months > Integer.MAX_VALUE || days > Integer.MAX_VALUE) {
        throw input.invalid(
            "a duration of " + months + " months and " + days + " days, more than an interval has");
      }
      ArrowBuf memory = room();
      memory.setInt(at(), (int) months);
      memory.setInt(at() + 4, (int) days);
      memory.setLong(at() + 8, unsigned(input.array(), from + 8) * NANOS);
      present();
    }

    private static long unsigned(byte[] bytes, int at) {
      long value = 0;
      for (int i = 3; i >= 0; i--) {
        value = (value << 8) | (bytes[at + i] & 0xff);
      }
      return value;
    }
  }
}
