package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.NullBits;
import io.pelton.arrow.type.Rows;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * The elements of the wanted lists of a column, one after the other: row {@code i} is element
 * {@code i % K} of list {@code i / K}, where every list has K.
 */
final class ListElements extends ColumnReader {
  private final int[] inner;
  private final NullBits[] innerNulls;
  private final int bytes;
  private Rows elements = Rows.all(0);
  private Rows lists = Rows.all(0);
  private boolean[] missing;
  private int width;
  private int nulls;

  /**
   * @param inner lengths of the fixed-size lists within a list, outermost first
   * @param bytes of a list that is a value of fixed width itself, else 0
   */
  ListElements(ColumnPath path, Field values, ColumnType type, int[] inner, int bytes) {
    super(path, values, type);
    this.inner = inner;
    this.innerNulls = new NullBits[inner.length];
    this.bytes = bytes;
  }

  /**
   * Finds the elements below lists.
   *
   * @param child what the lists are lists of; their own vector where they are bytes
   */
  @Override
  void open(FieldVector child, DictionaryProvider dictionaries) {
    elements = Rows.all(0);
    FieldVector vector = child;
    for (int level = 0; level < inner.length; level++) {
      innerNulls[level] = NullBits.of(vector);
      vector = vector.getChildrenFromFields().get(0);
    }
    super.open(vector, dictionaries);
  }

  /**
   * Says which elements are wanted.
   *
   * @param rows the rows of their lists
   * @param places of the elements; anywhere inside for a list that is missing
   * @param listMissing which lists are null, null where none is
   * @param listWidth elements of a list
   */
  void arrange(Rows rows, Rows places, boolean[] listMissing, int listWidth) {
    lists = rows;
    elements = places;
    missing = listMissing;
    width = listWidth;
    nulls = 0;
    if (missing != null || hasNulls()) {
      for (int i = 0; i < places.count(); i++) {
        nulls += isNull(i) ? 1 : 0;
      }
    }
  }

  @Override
  int valueCount() {
    return bytes > 0 ? Math.multiplyExact(vector().getValueCount(), bytes) : super.valueCount();
  }

  @Override
  int first() {
    return elements.first();
  }

  @Override
  Optional<String> scattered() {
    return elements.isRun()
        ? Optional.empty()
        : Optional.of("the lists of column '" + name() + "' do not follow each other in memory");
  }

  @Override
  boolean isPlain() {
    return false;
  }

  @Override
  public int nulls() {
    return nulls;
  }

  @Override
  public boolean isNull(int row) {
    return (missing != null && missing[row / width]) || isNullElement(elements.at(row));
  }

  /** Whether any element of any list is null. */
  boolean hasNulls() {
    boolean some = bytes == 0 && mayBeNull();
    for (NullBits level : innerNulls) {
      some |= level.count() > 0;
    }
    return some;
  }

  /** Whether the element at a place, counted from the first list of all, is null. */
  boolean isNullElement(int place) {
    if (bytes > 0) {
      return false;
    }
    int at = place;
    for (int level = inner.length - 1; level >= 0; level--) {
      at /= inner[level];
      if (innerNulls[level].isNull(at)) {
        return true;
      }
    }
    return isNullAt(place);
  }

  @Override
  int rowOf(int row) {
    return lists.at(row / width);
  }

  /** The row of the batch that an element is in; -1 where it is not known. */
  @Override
  int rowAt(int place) {
    for (int i = 0; i < elements.count(); i++) {
      if (elements.at(i) == place) {
        return lists.at(i / width);
      }
    }
    return -1;
  }

  @Override
  Rows places(Rows rows) {
    return super.places(elements);
  }
}
