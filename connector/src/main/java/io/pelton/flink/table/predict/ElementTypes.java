package io.pelton.flink.table.predict;

import io.pelton.engine.tensor.DType;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/**
 * Which SQL types hold every value of an element type: its own and wider ones. A DECIMAL may have
 * less room, which is a matter of single rows.
 */
final class ElementTypes {
  private static final List<LogicalTypeRoot> INTEGERS =
      List.of(
          LogicalTypeRoot.TINYINT,
          LogicalTypeRoot.SMALLINT,
          LogicalTypeRoot.INTEGER,
          LogicalTypeRoot.BIGINT);

  private static final int FLOAT_BITS = 24;
  private static final int DOUBLE_BITS = 53;

  private ElementTypes() {}

  /** Whether there is any SQL type for the elements. */
  static boolean isReadable(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> dtype == DType.F64 || dtype == DType.F32 || dtype.bits() == Short.SIZE;
      case SIGNED, UNSIGNED, BOOL, STRING -> true;
      case COMPLEX -> false;
    };
  }

  static boolean fits(DType dtype, LogicalType type) {
    LogicalTypeRoot root = type.getTypeRoot();
    return switch (dtype.kind()) {
      case FLOAT ->
          root == LogicalTypeRoot.DOUBLE
              || root == LogicalTypeRoot.DECIMAL
              || (root == LogicalTypeRoot.FLOAT && dtype != DType.F64);
      case SIGNED -> integerFits(dtype.bits(), dtype.bits() - 1, root);
      case UNSIGNED -> integerFits(dtype.bits() + 1, dtype.bits(), root);
      case BOOL -> root == LogicalTypeRoot.BOOLEAN;
      case STRING -> root == LogicalTypeRoot.VARCHAR;
      case COMPLEX -> false;
    };
  }

  /**
   * @param bits with a sign
   * @param digits binary ones
   */
  private static boolean integerFits(int bits, int digits, LogicalTypeRoot root) {
    int integer = INTEGERS.indexOf(root);
    if (integer >= 0) {
      return bits <= Byte.SIZE << integer;
    }
    return (root == LogicalTypeRoot.FLOAT && digits <= FLOAT_BITS)
        || (root == LogicalTypeRoot.DOUBLE && digits <= DOUBLE_BITS)
        || root == LogicalTypeRoot.DECIMAL;
  }

  /** The types that fit, for messages; the most natural first. */
  static String names(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT -> dtype == DType.F64 ? "DOUBLE or DECIMAL" : "FLOAT, DOUBLE or DECIMAL";
      case SIGNED -> integers(dtype, dtype.bits(), dtype.bits() - 1);
      case UNSIGNED -> integers(dtype, dtype.bits() + 1, dtype.bits());
      case BOOL -> "BOOLEAN";
      case STRING -> "STRING";
      case COMPLEX -> "no type";
    };
  }

  private static String integers(DType dtype, int bits, int digits) {
    StringBuilder names = new StringBuilder();
    for (LogicalTypeRoot root : INTEGERS) {
      if (integerFits(bits, digits, root)) {
        names.append(root == LogicalTypeRoot.INTEGER ? "INT" : root.name()).append(", ");
      }
    }
    if (digits <= FLOAT_BITS) {
      names.append("FLOAT, ");
    }
    if (digits <= DOUBLE_BITS) {
      names.append("DOUBLE, ");
    }
    String decimal = dtype == DType.U64 ? "DECIMAL(20, 0)" : "DECIMAL";
    return names.isEmpty() ? decimal : names.substring(0, names.length() - 2) + " or " + decimal;
  }
}
