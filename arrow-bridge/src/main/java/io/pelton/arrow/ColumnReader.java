package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.IntegerType;
import io.pelton.arrow.type.NumberType;
import io.pelton.arrow.type.Rows;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * One bound column: finds its values and nulls in batch after batch, through a dictionary if any.
 */
final class ColumnReader {
  private final String name;
  private final int position;
  private final ColumnType type;
  private final DictionaryEncoding encoding;
  private final long[] block = new long[NumberType.BLOCK];
  private int[] places = new int[0];
  private FieldVector vector;
  private FieldVector dictionary;
  private ByteBuffer indices;
  private int nulls;

  ColumnReader(Field field, int position, ColumnType type) {
    this.name = field.getName();
    this.position = position;
    this.type = type;
    this.encoding = field.getDictionary();
  }

  String name() {
    return name;
  }

  ColumnType type() {
    return type;
  }

  boolean isEncoded() {
    return encoding != null;
  }

  Optional<String> packedBecause() {
    return isEncoded() ? Optional.of("dictionary-encoded") : type.packedBecause();
  }

  void open(ArrowBatch batch) {
    vector = batch.vector(position);
    nulls = vector.getNullCount();
    if (isEncoded()) {
      dictionary = batch.dictionaries().lookup(encoding.getId()).getVector();
      indices = indexType().values(vector, batch.rows());
      nulls += referencedNulls(batch.rows());
    }
  }

  private IntegerType indexType() {
    return (IntegerType) ColumnType.of(vector.getField().getType()).orElseThrow();
  }

  private int referencedNulls(int rows) {
    if (dictionary.getNullCount() == 0) {
      return 0;
    }
    int count = 0;
    for (int row = 0; row < rows; row++) {
      if (!vector.isNull(row) && dictionary.isNull(place(row))) {
        count++;
      }
    }
    return count;
  }

  /** The batch's vector, of indices where the column is encoded. */
  FieldVector vector() {
    return vector;
  }

  /** Where the values are: the vector itself or its dictionary. */
  FieldVector values() {
    return isEncoded() ? dictionary : vector;
  }

  /** Null rows of the whole batch. */
  int nulls() {
    return nulls;
  }

  boolean isNull(int row) {
    return vector.isNull(row)
        || (isEncoded() && dictionary.getNullCount() > 0 && dictionary.isNull(place(row)));
  }

  /**
   * Where in {@link #values} the values of these rows are; meaningless, but inside, at nulls. Valid
   * until the next call.
   */
  Rows places(Rows rows) {
    if (!isEncoded()) {
      return rows;
    }
    if (places.length < rows.count()) {
      places = new int[rows.count()];
    }
    IntegerType indexType = indexType();
    for (int from = 0; from < rows.count(); from += NumberType.BLOCK) {
      int count = Math.min(NumberType.BLOCK, rows.count() - from);
      indexType.longs(indices, rows, from, count, block);
      for (int i = 0; i < count; i++) {
        int row = rows.at(from + i);
        places[from + i] = vector.isNull(row) ? 0 : checked(row, block[i]);
      }
    }
    return new Rows(places, rows.count());
  }

  private int place(int row) {
    indexType().longs(indices, Rows.all(row + 1), row, 1, block);
    return checked(row, block[0]);
  }

  private int checked(int row, long index) {
    if (index < 0 || index >= dictionary.getValueCount()) {
      throw new InvalidDictionaryIndex(name, row, index, dictionary.getValueCount());
    }
    return (int) index;
  }
}
