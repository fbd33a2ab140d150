package io.pelton.arrow.io;

import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.DictionaryUtility;

/** Proves that the indices of dictionary-encoded columns, nested ones too, lie within. */
final class IndexCheck {
  private final Origin origin;
  private final long offset;
  private final DictionaryVersion dictionaries;

  private IndexCheck(Origin origin, long offset, DictionaryVersion dictionaries) {
    this.origin = origin;
    this.offset = offset;
    this.dictionaries = dictionaries;
  }

  /**
   * @param offset of the batch
   */
  static void check(
      Origin origin, long offset, List<FieldVector> vectors, DictionaryVersion dictionaries) {
    if (dictionaries.getDictionaryIds().isEmpty()) {
      return;
    }
    IndexCheck check = new IndexCheck(origin, offset, dictionaries);
    vectors.forEach(check::check);
    for (long id : dictionaries.getDictionaryIds()) {
      FieldVector values = dictionaries.lookup(id).getVector();
      if (DictionaryUtility.needConvertToMessageFormat(values.getField())) {
        check.check(values);
      }
    }
  }

  private void check(FieldVector vector) {
    Field field = vector.getField();
    if (field.getDictionary() != null) {
      Dictionary dictionary = dictionaries.lookup(field.getDictionary().getId());
      check(field.getName(), vector, dictionary.getVector().getValueCount());
    } else if (DictionaryUtility.needConvertToMessageFormat(field)) {
      vector.getChildrenFromFields().forEach(this::check);
    }
  }

  private void check(String column, FieldVector vector, int values) {
    BaseIntVector indices = (BaseIntVector) vector;
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (!vector.isNull(row)) {
        long index = indices.getValueAsLong(row);
        if (index < 0 || index >= values) {
          throw origin.corrupted(
              offset,
              "column '%s', row %d, has index %s into a dictionary of %d values"
                  .formatted(column, row, Long.toUnsignedString(index), values));
        }
      }
    }
  }
}
