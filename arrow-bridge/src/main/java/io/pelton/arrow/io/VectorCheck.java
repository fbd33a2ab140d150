package io.pelton.arrow.io;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.util.ValueVectorUtility;

/**
 * Proves that a loaded vector can be read: its buffers are long enough for its values, and offsets
 * ascend and stay inside. Offsets may begin anywhere; no values take no offsets.
 */
final class VectorCheck {
  /** Bytes of a view, and the longest text that lies within one. */
  private static final int VIEW = 16;

  private static final int INLINE = 12;

  private VectorCheck() {}

  /**
   * @throws RuntimeException saying what is wrong
   * @throws UnsupportedOperationException for a kind of vector that is not known here
   */
  static void check(FieldVector vector, int rows) {
    String name = vector.getField().getName();
    int values = vector.getValueCount();
    require(values >= rows, name, values + " values for " + rows + " rows");
    if (values > 0 && !(vector instanceof NullVector)) {
      checkKind(vector, name, values);
    }
  }

  private static void checkKind(FieldVector vector, String name, int values) {
    long validity = (values + 7L) / 8;
    if (vector instanceof BaseFixedWidthVector fixed) {
      holds(name, "validity", fixed.getValidityBuffer(), validity);
      long bytes =
          vector instanceof BitVector ? (values + 7L) / 8 : (long) values * fixed.getTypeWidth();
      holds(name, "values", fixed.getDataBuffer(), bytes);
    } else if (vector instanceof BaseVariableWidthVector text) {
      holds(name, "validity", text.getValidityBuffer(), validity);
      checkOffsets(name, text.getOffsetBuffer(), values, text.getDataBuffer().capacity());
    } else if (vector instanceof BaseLargeVariableWidthVector text) {
      holds(name, "validity", text.getValidityBuffer(), validity);
      checkLargeOffsets(name, text.getOffsetBuffer(), values, text.getDataBuffer().capacity());
    } else if (vector instanceof ListVector lists) {
      holds(name, "validity", lists.getValidityBuffer(), validity);
      FieldVector elements = lists.getDataVector();
      checkOffsets(name, lists.getOffsetBuffer(), values, elements.getValueCount());
      check(elements, 0);
    } else if (vector instanceof FixedSizeListVector lists) {
      holds(name, "validity", lists.getValidityBuffer(), validity);
      long elements = (long) values * lists.getListSize();
      require(elements <= Integer.MAX_VALUE, name, elements + " elements");
      check(lists.getDataVector(), (int) elements);
    } else if (vector instanceof StructVector struct) {
      holds(name, "validity", struct.getValidityBuffer(), validity);
      struct.getChildrenFromFields().forEach(child -> check(child, values));
    } else if (vector instanceof BaseVariableWidthViewVector views) {
      holds(name, "validity", views.getValidityBuffer(), validity);
      checkViews(name, views, values);
    } else if (vector instanceof ListViewVector lists) {
      holds(name, "validity", lists.getValidityBuffer(), validity);
      checkListViews(name, lists, values);
      check(lists.getDataVector(), 0);
    } else {
      checkOther(vector, name);
    }
  }

  private static void checkOther(FieldVector vector, String name) {
    try {
      ValueVectorUtility.validateFull(vector);
    } catch (UnsupportedOperationException unknown) {
      throw new UnsupportedOperationException(
          "column '" + name + "' of type " + vector.getField().getType(), unknown);
    }
  }

  private static void checkOffsets(String name, ArrowBuf offsets, int values, long end) {
    holds(name, "offsets", offsets, 4L * (values + 1L));
    int before = offsets.getInt(0);
    require(before >= 0, name, "offset " + before);
    for (int i = 1; i <= values; i++) {
      int next = offsets.getInt(4L * i);
      require(next >= before, name, "offset " + next + " after " + before);
      before = next;
    }
    require(before <= end, name, "offset " + before + " beyond " + end);
  }

  private static void checkLargeOffsets(String name, ArrowBuf offsets, int values, long end) {
    holds(name, "offsets", offsets, 8L * (values + 1L));
    long before = offsets.getLong(0);
    require(before >= 0, name, "offset " + before);
    for (int i = 1; i <= values; i++) {
      long next = offsets.getLong(8L * i);
      require(next >= before, name, "offset " + next + " after " + before);
      before = next;
    }
    require(before <= end, name, "offset " + before + " beyond " + end);
  }

  private static void checkViews(String name, BaseVariableWidthViewVector vector, int values) {
    ArrowBuf views = vector.getDataBuffer();
    holds(name, "views", views, (long) VIEW * values);
    List<ArrowBuf> texts = vector.getDataBuffers();
    for (int i = 0; i < values; i++) {
      int length = views.getInt((long) VIEW * i);
      require(length >= 0, name, "a length of " + length);
      if (length > INLINE && !vector.isNull(i)) {
        int text = views.getInt((long) VIEW * i + 8);
        long start = views.getInt((long) VIEW * i + 12);
        require(text >= 0 && text < texts.size(), name, "a view into buffer " + text);
        require(
            start >= 0 && start + length <= texts.get(text).capacity(),
            name,
            "a view of " + length + " bytes from " + start);
      }
    }
  }

  private static void checkListViews(String name, ListViewVector lists, int values) {
    holds(name, "offsets", lists.getOffsetBuffer(), 4L * values);
    holds(name, "sizes", lists.getSizeBuffer(), 4L * values);
    long elements = lists.getDataVector().getValueCount();
    for (int i = 0; i < values; i++) {
      long start = lists.getOffsetBuffer().getInt(4L * i);
      long size = lists.getSizeBuffer().getInt(4L * i);
      boolean inside = start >= 0 && size >= 0 && start + size <= elements;
      require(inside || lists.isNull(i), name, "a list of " + size + " from " + start);
    }
  }

  private static void holds(String name, String what, ArrowBuf buffer, long bytes) {
    require(
        buffer.capacity() >= bytes,
        name,
        what + " of " + buffer.capacity() + " bytes where " + bytes + " are needed");
  }

  private static void require(boolean sound, String name, String found) {
    if (!sound) {
      throw new IllegalArgumentException("column '" + name + "' has " + found);
    }
  }
}
