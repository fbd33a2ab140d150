package io.pelton.arrow;

import io.pelton.arrow.type.NullBits;
import io.pelton.arrow.type.Rows;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** One bound column of lists: finds in batch after batch where each row's elements are. */
final class ListReader implements BoundColumn {
  private final ColumnPath path;
  private final ListType type;
  private final RowShape shape;
  private final ListElements elements;
  private final int inner;
  private final List<NullBits> above = new ArrayList<>();
  private NullBits own;
  private ArrowBuf offsets;
  private int nulls;
  private int[] selection = new int[0];

  ListReader(ColumnPath path, ListType type, RowShape shape, ListElements elements) {
    this.path = path;
    this.type = type;
    this.shape = shape;
    this.elements = elements;
    this.inner = type.innerElements();
  }

  ListElements elements() {
    return elements;
  }

  @Override
  public String name() {
    return path.name();
  }

  @Override
  public void open(ArrowBatch batch) {
    FieldVector lists = path.open(batch, above);
    own = NullBits.of(lists);
    offsets =
        type.kind() == ListType.Kind.OFFSETS || type.kind() == ListType.Kind.LARGE_OFFSETS
            ? lists.getOffsetBuffer()
            : null;
    boolean bytes = type.kind() == ListType.Kind.BYTES;
    elements.open(bytes ? lists : lists.getChildrenFromFields().get(0), batch.dictionaries());
    nulls = own.count();
    if (!above.isEmpty() || elements.hasNulls()) {
      nulls = 0;
      for (int row = 0; row < batch.rows(); row++) {
        nulls += isNull(row) ? 1 : 0;
      }
    }
  }

  @Override
  public int nulls() {
    return nulls;
  }

  @Override
  public boolean isNull(int row) {
    if (isMissing(row)) {
      return true;
    }
    if (elements.hasNulls()) {
      int end = start(row + 1) * inner;
      for (int i = start(row) * inner; i < end; i++) {
        if (elements.isNullElement(i)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isMissing(int row) {
    for (int i = 0; i < above.size(); i++) {
      if (above.get(i).isNull(row)) {
        return true;
      }
    }
    return own.isNull(row);
  }

  /** Where the elements of a row begin, before those are lists themselves. */
  private int start(int row) {
    return switch (type.kind()) {
      case FIXED, BYTES -> Math.multiplyExact(row, type.length());
      case OFFSETS -> offsets.getInt(4L * row);
      case LARGE_OFFSETS -> Math.toIntExact(offsets.getLong(8L * row));
    };
  }

  /**
   * Looks up the elements of some rows, which {@link #elements} gives from then on.
   *
   * @return elements of each row, before those are lists themselves
   * @throws UnevenLists where a row has another number of them
   */
  int arrange(Rows rows) {
    boolean[] missing = null;
    int length = type.length() >= 0 ? type.length() : shape.length();
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.at(i);
      if (nulls > 0 && isMissing(row)) {
        missing = missing == null ? new boolean[rows.count()] : missing;
        missing[i] = true;
      } else if (offsets != null) {
        int found = start(row + 1) - start(row);
        if (length < 0 ? !shape.takes(found) : found != length) {
          String expected = length < 0 ? shape.lengths() : Integer.toString(length);
          throw new UnevenLists(name(), row, expected, found);
        }
        length = found;
      }
    }
    length = length < 0 ? shape.leastLength() : length;
    int width = Math.multiplyExact(length, inner);
    elements.arrange(rows, places(rows, missing, width), missing, Math.max(width, 1));
    return length;
  }

  /** Elements of some rows together. */
  int elementsOf(Rows rows, int length) {
    return Math.multiplyExact(rows.count(), Math.multiplyExact(length, inner));
  }

  private Rows places(Rows rows, boolean[] missing, int width) {
    int count = Math.multiplyExact(rows.count(), width);
    if (rows.count() == 0
        || (rows.isRun() && (offsets == null || missing == null || isEven(rows, width)))) {
      return Rows.run(rows.count() == 0 ? 0 : start(rows.at(0)) * inner, count);
    }
    if (selection.length < count) {
      selection = new int[count];
    }
    int at = 0;
    for (int i = 0; i < rows.count(); i++) {
      boolean isMissing = missing != null && missing[i];
      int from = isMissing ? 0 : start(rows.at(i)) * inner;
      for (int j = 0; j < width; j++) {
        selection[at++] = isMissing ? 0 : from + j;
      }
    }
    return Rows.chosen(selection, count);
  }

  /** Whether the lists that are null, too, have room for elements. */
  private boolean isEven(Rows rows, int width) {
    for (int i = 0; i < rows.count(); i++) {
      if ((start(rows.at(i) + 1) - start(rows.at(i))) * inner != width) {
        return false;
      }
    }
    return true;
  }
}
