package io.pelton.arrow.dataset;

import io.pelton.arrow.InvalidFilter;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A serialized ExtendedExpression, of which this reads what the natives pass over: how many
 * expressions there are, of which they take the last, and the names of the columns, which they take
 * by position alone.
 */
final class SubstraitFilter {
  private static final int EXTENSION = 2;
  private static final int EXPRESSION = 3;
  private static final int COLUMNS = 4;
  private static final int NAME = 1;
  // a type, a variation of one, or a function
  private static final int DECLARATIONS = 3;

  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  private final String file;
  private final byte[] bytes;
  private final List<String> names = new ArrayList<>();
  private int expressions;

  private SubstraitFilter(String file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /**
   * @param file for messages
   * @return the expression as the natives take it
   * @throws InvalidFilter where it is none, has not one part, or is of other columns
   */
  static ByteBuffer of(String file, byte[] expression, Schema schema) {
    SubstraitFilter filter = new SubstraitFilter(file, expression);
    filter.parse();
    filter.check(schema);
    return ByteBuffer.allocateDirect(expression.length).put(expression).flip();
  }

  private void parse() {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      while (in.hasRemaining()) {
        long tag = varint(in);
        ByteBuffer value = value(in, (int) tag & 7);
        if (tag == (EXPRESSION << 3 | BYTES)) {
          expressions++;
        } else if (tag == (EXTENSION << 3 | BYTES)) {
          extension(value);
        } else if (tag == (COLUMNS << 3 | BYTES)) {
          columns(value);
        }
      }
    } catch (BufferUnderflowException | IllegalArgumentException broken) {
      throw new InvalidFilter(file, "its bytes are no Substrait ExtendedExpression", broken);
    }
  }

  // the natives abort the process for one that declares nothing they know
  private static void extension(ByteBuffer in) {
    boolean known = false;
    while (in.hasRemaining()) {
      long tag = varint(in);
      value(in, (int) tag & 7);
      known |= (tag & 7) == BYTES && tag >> 3 >= 1 && tag >> 3 <= DECLARATIONS;
    }
    if (!known) {
      throw new IllegalArgumentException("an extension that declares nothing");
    }
  }

  private void columns(ByteBuffer in) {
    while (in.hasRemaining()) {
      long tag = varint(in);
      ByteBuffer value = value(in, (int) tag & 7);
      if (tag == (NAME << 3 | BYTES)) {
        names.add(StandardCharsets.UTF_8.decode(value).toString());
      }
    }
  }

  private static ByteBuffer value(ByteBuffer in, int type) {
    return switch (type) {
      case VARINT -> {
        varint(in);
        yield null;
      }
      case FIXED_64 -> part(in, Long.BYTES);
      case BYTES -> part(in, varint(in));
      case FIXED_32 -> part(in, Integer.BYTES);
      default -> throw new IllegalArgumentException("no type of protobuf: " + type);
    };
  }

  private static ByteBuffer part(ByteBuffer in, long size) {
    if (size < 0 || size > in.remaining()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer part = in.slice(in.position(), (int) size);
    in.position(in.position() + (int) size);
    return part;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }

  private void check(Schema schema) {
    if (expressions != 1) {
      throw new InvalidFilter(file, "it has " + expressions + " expressions", null);
    }
    List<String> known = new ArrayList<>();
    addNames(schema.getFields(), true, known);
    if (names.size() > known.size() || !known.subList(0, names.size()).equals(names)) {
      throw new InvalidFilter(
          file, "it is made for the columns " + names + ", the file has " + known, null);
    }
  }

  // Substrait names the fields of structures, in depth, but not what lists and maps hold.
  private static void addNames(List<Field> fields, boolean named, List<String> to) {
    for (Field field : fields) {
      if (named) {
        to.add(field.getName());
      }
      switch (field.getType().getTypeID()) {
        case Struct -> addNames(field.getChildren(), true, to);
        case List, LargeList, FixedSizeList -> addNames(field.getChildren(), false, to);
        case Map -> addNames(field.getChildren().get(0).getChildren(), false, to);
        default -> {}
      }
    }
  }
}
