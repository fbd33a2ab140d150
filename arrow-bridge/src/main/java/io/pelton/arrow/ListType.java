package io.pelton.arrow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column whose rows hold several elements each.
 *
 * @param kind how a row finds its elements
 * @param length elements of a row, before those are lists themselves; -1 where rows vary
 * @param inner lengths of the fixed-size lists within, outermost first
 * @param element the innermost field
 */
record ListType(Kind kind, int length, List<Integer> inner, Field element) {
  enum Kind {
    FIXED,
    OFFSETS,
    LARGE_OFFSETS,
    BYTES
  }

  /** The lists of a field, or the bytes of one whose values have a fixed width. */
  static Optional<ListType> of(Field field, boolean bytesAreElements) {
    ArrowType type = field.getType();
    if (field.getDictionary() != null) {
      return Optional.empty();
    }
    if (type instanceof ArrowType.FixedSizeBinary binary && bytesAreElements) {
      Field element = Field.notNullable(field.getName(), new ArrowType.Int(8, false));
      return Optional.of(new ListType(Kind.BYTES, binary.getByteWidth(), List.of(), element));
    }
    if (type instanceof ArrowType.FixedSizeList fixed) {
      return Optional.of(lists(Kind.FIXED, fixed.getListSize(), field));
    }
    if (type instanceof ArrowType.List) {
      return Optional.of(lists(Kind.OFFSETS, -1, field));
    }
    return type instanceof ArrowType.LargeList
        ? Optional.of(lists(Kind.LARGE_OFFSETS, -1, field))
        : Optional.empty();
  }

  private static ListType lists(Kind kind, int length, Field field) {
    List<Integer> inner = new ArrayList<>();
    Field element = field.getChildren().get(0);
    while (element.getType() instanceof ArrowType.FixedSizeList fixed
        && element.getDictionary() == null) {
      inner.add(fixed.getListSize());
      element = element.getChildren().get(0);
    }
    return new ListType(kind, length, List.copyOf(inner), element);
  }

  /** Elements of an element of a row. */
  int innerElements() {
    return inner.stream().reduce(1, Math::multiplyExact);
  }

  int bytes() {
    return kind == Kind.BYTES ? length : 0;
  }
}
