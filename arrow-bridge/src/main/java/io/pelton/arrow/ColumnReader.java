package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.IntegerType;
import io.pelton.arrow.type.NullBits;
import io.pelton.arrow.type.NumberType;
import io.pelton.arrow.type.Rows;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * One bound column of single values: finds its values and nulls in batch after batch, through
 * structs and a dictionary if any.
 */
sealed class ColumnReader implements BoundColumn permits ListElements {
  private final ColumnPath path;
  private final ColumnType type;
  private final DictionaryEncoding encoding;
  private final long[] block = new long[NumberType.BLOCK];
  private final List<NullBits> above = new ArrayList<>();
  private int[] places = new int[0];
  private FieldVector vector;
  private NullBits own;
  private FieldVector dictionary;
  private NullBits dictionaryNulls;
  private ByteBuffer indices;
  private int nulls;

  ColumnReader(ColumnPath path, Field values, ColumnType type) {
    this.path = path;
    this.type = type;
    this.encoding = values.getDictionary();
  }

  @Override
  public final String name() {
    return path.name();
  }

  @Override
  public final int position() {
    return path.top();
  }

  final ColumnType type() {
    return type;
  }

  private boolean isEncoded() {
    return encoding != null;
  }

  final Optional<String> packedBecause() {
    return isEncoded() ? Optional.of("dictionary-encoded") : type.packedBecause();
  }

  @Override
  public void open(ArrowBatch batch) {
    open(path.open(batch, above), batch.dictionaries());
    nulls = own.count();
    if (!above.isEmpty() || (isEncoded() && dictionaryNulls.count() > 0)) {
      nulls = 0;
      for (int row = 0; row < batch.rows(); row++) {
        nulls += isNull(row) ? 1 : 0;
      }
    }
  }

  void open(FieldVector values, DictionaryProvider dictionaries) {
    vector = values;
    own = NullBits.of(vector);
    if (isEncoded()) {
      dictionary = dictionaries.lookup(encoding.getId()).getVector();
      dictionaryNulls = NullBits.of(dictionary);
      indices = indexType().values(vector, vector.getValueCount());
    }
  }

  private IntegerType indexType() {
    return (IntegerType) ColumnType.of(vector.getField().getType()).orElseThrow();
  }

  /** The batch's vector, of indices where the column is encoded. */
  final FieldVector vector() {
    return vector;
  }

  /** Where the values are: the vector itself or its dictionary. */
  final FieldVector values() {
    return isEncoded() ? dictionary : vector;
  }

  /** How many values there are, wanted or not. */
  int valueCount() {
    return values().getValueCount();
  }

  /** The place in {@link #vector} of row 0, where rows follow each other. */
  int first() {
    return 0;
  }

  /** Why the rows do not follow each other in memory; empty where they do. */
  Optional<String> scattered() {
    return Optional.empty();
  }

  @Override
  public int nulls() {
    return nulls;
  }

  /** The first null row from {@code row} on, {@code end} where there is none before it. */
  final int nextNull(int row, int end) {
    if (isPlain()) {
      return own.next(row, end);
    }
    int at = row;
    while (at < end && !isNull(at)) {
      at++;
    }
    return at;
  }

  /** Whether nulls are those of the vector itself, row by row. */
  boolean isPlain() {
    return above.isEmpty() && !isEncoded();
  }

  @Override
  public boolean isNull(int row) {
    for (int i = 0; i < above.size(); i++) {
      if (above.get(i).isNull(row)) {
        return true;
      }
    }
    return isNullAt(row);
  }

  final boolean mayBeNull() {
    return own.count() > 0 || (isEncoded() && dictionaryNulls.count() > 0);
  }

  final boolean isNullAt(int place) {
    return own.isNull(place)
        || (isEncoded() && dictionaryNulls.count() > 0 && dictionaryNulls.isNull(decoded(place)));
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
        places[from + i] = own.isNull(row) ? 0 : checked(row, block[i]);
      }
    }
    return Rows.chosen(places, rows.count());
  }

  private int decoded(int place) {
    indexType().longs(indices, Rows.run(place, 1), 0, 1, block);
    return checked(place, block[0]);
  }

  private int checked(int place, long index) {
    if (index < 0 || index >= dictionary.getValueCount()) {
      throw new InvalidDictionaryIndex(name(), rowAt(place), index, dictionary.getValueCount());
    }
    return (int) index;
  }

  /** The row of the batch that a wanted row is part of. */
  int rowOf(int row) {
    return row;
  }

  /** The row of the batch whose value is at a place. */
  int rowAt(int place) {
    return place;
  }
}
