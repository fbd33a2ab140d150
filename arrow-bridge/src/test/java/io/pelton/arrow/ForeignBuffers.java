package io.pelton.arrow;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Columns of text, bytes and lists whose offsets are what a test says they are. */
public final class ForeignBuffers {
  /** Types with offsets. */
  public static final List<ArrowType> KINDS =
      List.of(
          new ArrowType.Utf8(),
          new ArrowType.LargeUtf8(),
          new ArrowType.Binary(),
          new ArrowType.LargeBinary(),
          new ArrowType.List(),
          new ArrowType.LargeList());

  private ForeignBuffers() {}

  static boolean isLarge(ArrowType type) {
    return type.getTypeID().name().startsWith("Large");
  }

  static boolean isList(ArrowType type) {
    return type instanceof ArrowType.List || type instanceof ArrowType.LargeList;
  }

  /** A batch of one column "a" of this type, around offsets into the bytes of "abcd". */
  public static ArrowBatch batch(ArrowAllocator allocator, ArrowType type, long... offsets) {
    Field item = Field.nullable("item", new ArrowType.Int(8, true));
    List<Field> children = isList(type) ? List.of(item) : List.of();
    FieldVector vector =
        new Field("a", FieldType.nullable(type), children).createVector(allocator.arrow());
    int rows = Math.max(0, offsets.length - 1);
    try (ArrowBuf content = allocator.buffer(4);
        ArrowBuf places = places(allocator, isLarge(type) ? 8 : 4, offsets)) {
      content.setBytes(0, "abcd".getBytes(StandardCharsets.UTF_8));
      content.writerIndex(4);
      ArrowBuf valid = allocator.arrow().getEmpty();
      if (isList(type)) {
        vector.loadFieldBuffers(new ArrowFieldNode(rows, 0), List.of(valid, places));
        vector
            .getChildrenFromFields()
            .get(0)
            .loadFieldBuffers(new ArrowFieldNode(4, 0), List.of(valid, content));
      } else {
        vector.loadFieldBuffers(new ArrowFieldNode(rows, 0), List.of(valid, places, content));
      }
    }
    return Vectors.batch(vector);
  }

  private static ArrowBuf places(ArrowAllocator allocator, int width, long... offsets) {
    ArrowBuf places = allocator.buffer((long) width * offsets.length);
    for (int i = 0; i < offsets.length; i++) {
      if (width == 8) {
        places.setLong(8L * i, offsets[i]);
      } else {
        places.setInt(4L * i, (int) offsets[i]);
      }
    }
    return places.writerIndex((long) width * offsets.length);
  }
}
