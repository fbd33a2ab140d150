package io.pelton.examples.cli.csv;

import io.pelton.arrow.ArrowBatchBuilder;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Reads the text of cells as values of one column. */
enum CellReader {
  TEXT("text") {
    @Override
    boolean read(String cell, ArrowBatchBuilder to, int column) {
      to.setText(column, cell);
      return true;
    }
  },
  REAL("a number") {
    @Override
    boolean read(String cell, ArrowBatchBuilder to, int column) {
      OptionalDouble value = real(cell);
      value.ifPresent(number -> to.setDouble(column, number));
      return value.isPresent();
    }
  },
  INTEGER("an integer") {
    @Override
    boolean read(String cell, ArrowBatchBuilder to, int column) {
      OptionalLong value = integer(cell);
      if (value.isEmpty() || !fits(value.getAsLong(), to, column)) {
        return false;
      }
      to.setLong(column, value.getAsLong());
      return true;
    }
  },
  TRUTH("true, false, 1 or 0") {
    @Override
    boolean read(String cell, ArrowBatchBuilder to, int column) {
      switch (cell.toLowerCase(Locale.ROOT)) {
        case "true", "1" -> to.setBoolean(column, true);
        case "false", "0" -> to.setBoolean(column, false);
        default -> {
          return false;
        }
      }
      return true;
    }
  };

  private static final int LONGEST_NUMBER = 1_000;

  private final String expected;

  CellReader(String expected) {
    this.expected = expected;
  }

  /** The reader for columns of an Arrow type, one of those that batches are built of. */
  static CellReader of(ArrowType type) {
    return switch (type.getTypeID()) {
      case Utf8 -> TEXT;
      case FloatingPoint -> REAL;
      case Int -> INTEGER;
      case Bool -> TRUTH;
      default -> throw new IllegalArgumentException("no column of text becomes " + type);
    };
  }

  /** What cells should be, for messages. */
  String expected() {
    return expected;
  }

  /**
   * Sets a cell of the row that was started.
   *
   * @param cell stripped, unless this reads text
   * @return false where it is no such value
   */
  abstract boolean read(String cell, ArrowBatchBuilder to, int column);

  private static OptionalDouble real(String cell) {
    switch (cell.toLowerCase(Locale.ROOT)) {
      case "nan" -> {
        return OptionalDouble.of(Double.NaN);
      }
      case "inf", "+inf", "infinity", "+infinity" -> {
        return OptionalDouble.of(Double.POSITIVE_INFINITY);
      }
      case "-inf", "-infinity" -> {
        return OptionalDouble.of(Double.NEGATIVE_INFINITY);
      }
      default -> {
        return isDecimal(cell)
            ? OptionalDouble.of(Double.parseDouble(cell))
            : OptionalDouble.empty();
      }
    }
  }

  /** Whether it is a decimal number with an optional exponent, which Java's own syntax exceeds. */
  private static boolean isDecimal(String cell) {
    int at = sign(cell, 0);
    int whole = digits(cell, at);
    int fraction = whole < cell.length() && cell.charAt(whole) == '.' ? whole + 1 : whole;
    int end = digits(cell, fraction);
    if (end - at - (fraction - whole) == 0) {
      return false;
    }
    if (end < cell.length() && (cell.charAt(end) == 'e' || cell.charAt(end) == 'E')) {
      int exponent = sign(cell, end + 1);
      end = digits(cell, exponent);
      if (end == exponent) {
        return false;
      }
    }
    return end == cell.length();
  }

  private static int sign(String cell, int at) {
    return at < cell.length() && (cell.charAt(at) == '-' || cell.charAt(at) == '+') ? at + 1 : at;
  }

  private static int digits(String cell, int from) {
    int at = from;
    while (at < cell.length() && cell.charAt(at) >= '0' && cell.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  /** Takes 39.0 for 39, as tools write that keep integers with gaps in them as floats. */
  private static OptionalLong integer(String cell) {
    if (cell.length() > LONGEST_NUMBER || !isDecimal(cell)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          digits(cell, sign(cell, 0)) == cell.length()
              ? Long.parseLong(cell)
              : new BigDecimal(cell).longValueExact());
    } catch (ArithmeticException | NumberFormatException outOfRange) {
      return OptionalLong.empty();
    }
  }

  private static boolean fits(long value, ArrowBatchBuilder to, int column) {
    ArrowType.Int type = (ArrowType.Int) to.schema().getFields().get(column).getType();
    int bits = type.getBitWidth();
    if (type.getIsSigned()) {
      return bits == 64 || value >> (bits - 1) == value >> 63;
    }
    return value >= 0 && (bits == 64 || value >> bits == 0);
  }
}
