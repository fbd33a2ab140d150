package io.pelton.arrow;

import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import java.util.List;
import java.util.Optional;

/** The shape in which the elements of lists go into an input. */
final class RowShape {
  private final ModelInput input;
  private final ListType type;
  private final long[] fixed;

  private RowShape(ModelInput input, ListType type, long[] fixed) {
    this.input = input;
    this.type = type;
    this.fixed = fixed;
  }

  /**
   * @throws BindingMismatch where no batch of such lists has the input's shape
   */
  static RowShape of(ModelInput input, String column, ListType type) {
    if (!input.shape().isRanked()) {
      return new RowShape(input, type, null);
    }
    List<Extent> row = input.shape().extents().stream().skip(1).toList();
    boolean suits;
    long[] fixed = null;
    if (!row.isEmpty() && row.stream().allMatch(Extent::isFixed)) {
      fixed = row.stream().mapToLong(Extent::max).toArray();
      long elements = Layout.elements(fixed);
      suits =
          type.length() >= 0
              ? elements == (long) type.length() * type.innerElements()
              : type.innerElements() > 0 && elements % type.innerElements() == 0;
    } else {
      suits = row.size() == 1 + type.inner().size() && nests(row, type);
    }
    if (!suits) {
      throw new BindingMismatch(
          input.name(),
          column,
          "a shape [N," + lengths(type) + "] for its lists",
          "shape " + input.shape(),
          "bind lists of as many elements as a row of the input has");
    }
    return new RowShape(input, type, fixed);
  }

  private static boolean nests(List<Extent> row, ListType type) {
    boolean suits = type.length() < 0 || holds(row.get(0), type.length());
    for (int i = 0; i < type.inner().size(); i++) {
      suits &= holds(row.get(i + 1), type.inner().get(i));
    }
    return suits;
  }

  private static boolean holds(Extent extent, long length) {
    return extent.min() <= length && length <= extent.max();
  }

  private static String lengths(ListType type) {
    StringBuilder text = new StringBuilder(type.length() < 0 ? "K" : "" + type.length());
    type.inner().forEach(length -> text.append(',').append(length));
    return text.toString();
  }

  /** Elements that every list has to have; -1 where the first list of a batch says it. */
  int length() {
    return fixed == null ? -1 : Math.toIntExact(Layout.elements(fixed) / type.innerElements());
  }

  /** What stands for the number of elements; empty where the input fixes it. */
  Optional<Object> axis() {
    if (fixed != null) {
      return Optional.empty();
    }
    return input.shape().isRanked()
        ? Optional.ofNullable(input.shape().extent(1).symbol())
        : Optional.of(input.name());
  }

  boolean takes(int length) {
    return fixed != null || !input.shape().isRanked() || holds(input.shape().extent(1), length);
  }

  /** Elements that a list may have, in words. */
  String lengths() {
    Extent extent = input.shape().extent(1);
    return extent.min() + " to " + extent.max();
  }

  /** Elements of lists that are all null. */
  int leastLength() {
    return input.shape().isRanked() ? Math.toIntExact(input.shape().extent(1).min()) : 0;
  }

  /** The shape of some rows, whose lists have so many elements. */
  long[] dims(int rows, int length) {
    long[] row = fixed;
    if (row == null) {
      row = new long[1 + type.inner().size()];
      row[0] = length;
      for (int i = 1; i < row.length; i++) {
        row[i] = type.inner().get(i - 1);
      }
    }
    long[] dims = new long[1 + row.length];
    dims[0] = rows;
    System.arraycopy(row, 0, dims, 1, row.length);
    return dims;
  }
}
