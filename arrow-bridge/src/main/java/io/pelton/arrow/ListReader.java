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
  private int most = Integer.MAX_VALUE;
  private boolean keepsEnd;

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

  /** Reads no more than so many elements of a row: the last ones, or else the first. */
  void cut(int elementsAtMost, boolean lastOnes) {
    most = elementsAtMost;
    keepsEnd = lastOnes;
  }

  /** Elements of every list where its type says so, else -1. */
  int fixedLength() {
    return type.length();
  }

  /** Elements of a row as the batch has them, before those are lists themselves; -1 if missing. */
  int found(int row) {
    return nulls > 0 && isMissing(row) ? -1 : end(row) - begin(row);
  }

  @Override
  public int position() {
    return path.top();
  }

  /** Whether rows have lists of one length, and these hold single values. */
  boolean isFlat() {
    return type.kind() == ListType.Kind.FIXED && type.inner().isEmpty();
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
      int start = start(row);
      int end = (start + length(row)) * inner;
      for (int i = start * inner; i < end; i++) {
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
  private int begin(int row) {
    return switch (type.kind()) {
      case FIXED, BYTES -> Math.multiplyExact(row, type.length());
      case OFFSETS -> offsets.getInt(4L * row);
      case LARGE_OFFSETS -> Math.toIntExact(offsets.getLong(8L * row));
    };
  }

  private int end(int row) {
    return begin(row + 1);
  }

  /** {@link #begin}, of what is left of the row when it is cut. */
  private int start(int row) {
    return keepsEnd ? Math.max(begin(row), end(row) - most) : begin(row);
  }

  private int length(int row) {
    return Math.min(end(row) - begin(row), most);
  }

  /**
   * Looks up the elements of some rows, which {@link #elements} gives from then on.
   *
   * @param wanted elements of each row; -1 where the first list says it
   * @return elements of each row, before those are lists themselves
   * @throws UnevenLists where a row has another number of them
   */
  int arrange(Rows rows, int wanted) {
    boolean[] missing = null;
    int length = type.length() >= 0 ? Math.min(type.length(), most) : shape.length();
    length = wanted >= 0 ? wanted : length;
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.at(i);
      if (nulls > 0 && isMissing(row)) {
        missing = missing == null ? new boolean[rows.count()] : missing;
        missing[i] = true;
      } else if (offsets != null) {
        int found = length(row);
        if (!shape.takes(found) || (length >= 0 && found != length)) {
          boolean known = length >= 0 && shape.takes(length);
          String expected = known ? Integer.toString(length) : shape.lengths();
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
    if (rows.count() == 0 || (rows.isRun() && isEven(rows, missing, width))) {
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

  /** Whether all lists, also those that are null, have room for just their elements. */
  private boolean isEven(Rows rows, boolean[] missing, int width) {
    if (most == Integer.MAX_VALUE && (offsets == null || missing == null)) {
      return true;
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.at(i);
      if ((end(row) - begin(row)) * inner != width) {
        return false;
      }
    }
    return true;
  }
}
