package io.pelton.flink.table.predict;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * The elements of one tensor as values of one SQL type, by their row-major index. What it returns
 * are copies.
 */
final class ElementValues {
  private final Tensor tensor;
  private final LogicalType type;
  private final Layout layout;
  private final boolean isContiguous;
  private final ElementReader numbers;
  private final StringStorage texts;
  private final IntFunction<Object> values;

  /**
   * @param type a scalar one that {@link ElementTypes#fits}
   */
  ElementValues(Tensor tensor, LogicalType type) {
    this.tensor = tensor;
    this.type = type;
    this.layout = tensor.layout();
    this.isContiguous = layout.isContiguous();
    this.texts = tensor.storage() instanceof StringStorage strings ? strings : null;
    this.numbers = texts == null ? ElementReader.of(tensor.storage()) : null;
    this.values = values();
  }

  private int position(int index) {
    return Math.toIntExact(isContiguous ? layout.offset() + index : layout.position(index));
  }

  /**
   * @throws UnfitValue where it has no room in the type
   */
  Object value(int index) {
    return values.apply(position(index));
  }

  private IntFunction<Object> values() {
    return switch (type.getTypeRoot()) {
      case FLOAT -> at -> (float) numbers.doubleAt(at);
      case DOUBLE -> numbers::doubleAt;
      case BIGINT -> numbers::longAt;
      case INTEGER -> at -> (int) numbers.longAt(at);
      case SMALLINT -> at -> (short) numbers.longAt(at);
      case TINYINT -> at -> (byte) numbers.longAt(at);
      case BOOLEAN -> at -> numbers.longAt(at) != 0;
      case DECIMAL -> at -> decimal(at, (DecimalType) type);
      case VARCHAR -> at -> text(at, ((VarCharType) type).getLength());
      default -> throw new IllegalArgumentException("no values of " + type);
    };
  }

  /** Elements that follow each other. */
  ArrayData array(int from, int count) {
    return switch (type.getTypeRoot()) {
      case FLOAT -> new GenericArrayData(floats(from, count));
      case DOUBLE -> new GenericArrayData(doubles(from, count));
      case BIGINT -> new GenericArrayData(longs(from, count));
      case INTEGER -> new GenericArrayData(ints(from, count));
      case SMALLINT -> new GenericArrayData(shorts(from, count));
      case TINYINT -> new GenericArrayData(bytes(from, count));
      case BOOLEAN -> new GenericArrayData(truths(from, count));
      default -> new GenericArrayData(objects(from, count));
    };
  }

  /** Embeddings and probabilities are nearly always what lies on the heap. */
  private float[] floats(int from, int count) {
    if (isContiguous
        && tensor.dtype() == DType.F32
        && tensor.storage() instanceof HeapStorage heap) {
      int start = heap.base() + position(from);
      return Arrays.copyOfRange(heap.floats(), start, start + count);
    }
    float[] floats = new float[count];
    for (int i = 0; i < count; i++) {
      floats[i] = (float) numbers.doubleAt(position(from + i));
    }
    return floats;
  }

  private double[] doubles(int from, int count) {
    double[] doubles = new double[count];
    for (int i = 0; i < count; i++) {
      doubles[i] = numbers.doubleAt(position(from + i));
    }
    return doubles;
  }

  private long[] longs(int from, int count) {
    long[] longs = new long[count];
    for (int i = 0; i < count; i++) {
      longs[i] = numbers.longAt(position(from + i));
    }
    return longs;
  }

  private int[] ints(int from, int count) {
    int[] ints = new int[count];
    for (int i = 0; i < count; i++) {
      ints[i] = (int) numbers.longAt(position(from + i));
    }
    return ints;
  }

  private short[] shorts(int from, int count) {
    short[] shorts = new short[count];
    for (int i = 0; i < count; i++) {
      shorts[i] = (short) numbers.longAt(position(from + i));
    }
    return shorts;
  }

  private byte[] bytes(int from, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) numbers.longAt(position(from + i));
    }
    return bytes;
  }

  private boolean[] truths(int from, int count) {
    boolean[] truths = new boolean[count];
    for (int i = 0; i < count; i++) {
      truths[i] = numbers.longAt(position(from + i)) != 0;
    }
    return truths;
  }

  private Object[] objects(int from, int count) {
    Object[] objects = new Object[count];
    for (int i = 0; i < count; i++) {
      objects[i] = value(from + i);
    }
    return objects;
  }

  /** Rounded half up to the type's scale. */
  private DecimalData decimal(int at, DecimalType target) {
    BigDecimal exact;
    if (tensor.dtype().isFloat()) {
      double real = numbers.doubleAt(at);
      if (!Double.isFinite(real)) {
        throw unfit(Double.toString(real));
      }
      exact = new BigDecimal(real);
    } else if (tensor.dtype() == DType.U64) {
      exact = new BigDecimal(Long.toUnsignedString(numbers.longAt(at)));
    } else {
      exact = BigDecimal.valueOf(numbers.longAt(at));
    }
    DecimalData decimal =
        DecimalData.fromBigDecimal(exact, target.getPrecision(), target.getScale());
    if (decimal == null) {
      throw unfit(exact.toString());
    }
    return decimal;
  }

  private StringData text(int at, int longest) {
    StringData text = StringData.fromBytes(texts.utf8(at));
    if (longest < VarCharType.MAX_LENGTH) {
      String characters = text.toString();
      if (characters.codePointCount(0, characters.length()) > longest) {
        throw unfit("'" + characters + "'");
      }
    }
    return text;
  }

  private UnfitValue unfit(String value) {
    return new UnfitValue(value, type.asSummaryString());
  }
}
