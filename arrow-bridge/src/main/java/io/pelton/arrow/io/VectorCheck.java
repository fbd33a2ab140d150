package io.pelton.arrow.io;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.types.pojo.Field;

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
   * @param field of the vector; one of a union does not know its own
   * @throws RuntimeException saying what is wrong
   * @throws UnsupportedOperationException for a kind of vector that is not known here
   */
  static void check(FieldVector vector, Field field, int rows) {
    String name = field.getName();
    int values = vector.getValueCount();
    require(values >= rows, name, values + " values for " + rows + " rows");
    if (vector instanceof ExtensionTypeVector<?> extension) {
      FieldVector stored = (FieldVector) extension.getUnderlyingVector();
      check(stored, stored.getField(), rows);
    } else if (values > 0 && !(vector instanceof NullVector)) {
      checkKind(vector, field, values);
    }
  }

  private static void checkKind(FieldVector vector, Field field, int values) {
    String name = field.getName();
    if (vector instanceof BaseFixedWidthVector fixed) {
      holdsValidity(name, fixed, values);
      long bytes =
          vector instanceof BitVector ? (values + 7L) / 8 : (long) values * fixed.getTypeWidth();
      holds(name, "values", fixed.getDataBuffer(), bytes);
    } else if (vector instanceof BaseVariableWidthVector text) {
      holdsValidity(name, text, values);
      checkOffsets(
          name,
          new OffsetBuffer(text.getOffsetBuffer(), values, Integer.BYTES),
          text.getDataBuffer().capacity());
    } else if (vector instanceof BaseLargeVariableWidthVector text) {
      holdsValidity(name, text, values);
      checkOffsets(
          name,
          new OffsetBuffer(text.getOffsetBuffer(), values, Long.BYTES),
          text.getDataBuffer().capacity());
    } else if (vector instanceof BaseVariableWidthViewVector views) {
      holdsValidity(name, views, values);
      checkViews(name, views, values);
    } else {
      NestedCheck.check(vector, field, values);
    }
  }

  static void checkOffsets(String name, OffsetBuffer offsets, long end) {
    holds(name, "offsets", offsets.buffer(), (offsets.count() + 1L) * offsets.width());
    long before = offsets.at(0);
    require(before >= 0, name, "offset " + before);
    for (int i = 1; i <= offsets.count(); i++) {
      long next = offsets.at(i);
      if (next < before) {
        require(false, name, "offset " + next + " after " + before);
      }
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
      if ((length < 0 || length > INLINE) && !vector.isNull(i)) {
        int text = views.getInt((long) VIEW * i + 8);
        long start = views.getInt((long) VIEW * i + 12);
        boolean inside =
            length >= 0
                && text >= 0
                && text < texts.size()
                && start >= 0
                && start + length <= texts.get(text).capacity();
        if (!inside) {
          require(
              false,
              name,
              "a view of " + length + " bytes from " + start + " on of buffer " + text);
        }
      }
    }
  }

  static void holdsValidity(String name, FieldVector vector, int values) {
    holds(name, "validity", vector.getValidityBuffer(), (values + 7L) / 8);
  }

  static void holds(String name, String what, ArrowBuf buffer, long bytes) {
    if (buffer.capacity() < bytes) {
      require(
          false, name, what + " of " + buffer.capacity() + " bytes where " + bytes + " are needed");
    }
  }

  static void require(boolean sound, String name, String found) {
    if (!sound) {
      throw new IllegalArgumentException("column '" + name + "' has " + found);
    }
  }
}
