package io.pelton.examples.cli.csv;

import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** The cells of one column of one batch as text. */
final class CellText {
  private final FieldVector vector;
  private final FieldVector values;
  private final ValueText text;
  private final boolean isEncoded;

  private CellText(FieldVector vector, FieldVector values) {
    this.vector = vector;
    this.values = values;
    this.isEncoded = vector != values;
    this.text = ValueText.of(values);
  }

  static CellText of(FieldVector vector) {
    return new CellText(vector, vector);
  }

  /**
   * @param indices of an encoded column
   */
  static CellText of(FieldVector indices, Dictionary dictionary) {
    return new CellText(indices, dictionary.getVector());
  }

  /** Whether columns of a field can be written as text. */
  static boolean supports(Field field) {
    return ValueText.supports(field.getType().getTypeID())
        && field.getChildren().stream()
            .allMatch(child -> child.getDictionary() == null && supports(child));
  }

  boolean isNull(int row) {
    return vector.isNull(row) || (isEncoded && values.isNull(index(row)));
  }

  /** Appends a cell that is not null. */
  void append(int row, StringBuilder out) {
    text.append(isEncoded ? index(row) : row, out);
  }

  private int index(int row) {
    return Math.toIntExact(((BaseIntVector) vector).getValueAsLong(row));
  }

  /** Appends a cell as JSON, null too. */
  void appendJson(int row, StringBuilder out) {
    if (isNull(row)) {
      out.append("null");
      return;
    }
    int start = out.length();
    append(row, out);
    ArrowType type = values.getField().getType();
    boolean isBare =
        switch (type.getTypeID()) {
          case Bool, Int, Decimal -> true;
          case FloatingPoint -> Character.isDigit(out.charAt(out.length() - 1));
          default -> type.isComplex();
        };
    if (!isBare) {
      quoteFrom(start, out);
    }
  }

  /** Appends a cell that is not null as the name of a member of a JSON object. */
  void appendName(int row, StringBuilder out) {
    int start = out.length();
    append(row, out);
    quoteFrom(start, out);
  }

  private static void quoteFrom(int start, StringBuilder out) {
    String plain = out.substring(start);
    out.setLength(start);
    quoted(plain, out);
  }

  /** Appends a JSON string. */
  static void quoted(String plain, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(Character.forDigit(c >> 4, 16));
            out.append(Character.forDigit(c & 15, 16));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
