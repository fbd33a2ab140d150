package io.pelton.flink.rowdata;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.UnsupportedField;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.RowType;

/**
 * Collects rows in Arrow vectors, which {@link #take} hands out as a batch. Values are copied, so
 * rows may be reused. All memory is the allocator's. One thread at a time.
 *
 * <p>Text columns may be dictionary-encoded: their dictionaries grow with what is added, over all
 * batches, and belong to this object, which the batches must not outlive.
 */
@Internal
public final class RowDataVectors implements AutoCloseable {
  private static final int FIRST_ROWS = 64;

  private final Schema schema;
  private final ColumnWriter.ByteCount bytes = new ColumnWriter.ByteCount();
  private final List<FieldVector> vectors = new ArrayList<>();
  private final List<ColumnWriter> writers = new ArrayList<>();
  private final List<TextDictionary> dictionaries = new ArrayList<>();
  private final MapDictionaryProvider provider = new MapDictionaryProvider();
  private final RowCell cell = new RowCell();
  private int rows;
  private int capacity = FIRST_ROWS;
  private boolean allocated;

  /**
   * @param encoded names of text columns to write with a dictionary
   * @throws UnsupportedField for a type that Arrow has no counterpart of, or an encoded column that
   *     is not text
   */
  public RowDataVectors(RowType type, Set<String> encoded, ArrowAllocator allocator) {
    this.schema = schema(type, encoded);
    try {
      for (int column = 0; column < type.getFieldCount(); column++) {
        add(schema.getFields().get(column), type.getTypeAt(column), allocator);
      }
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  /**
   * The schema of the batches, without making any.
   *
   * @throws UnsupportedField as the constructor does
   */
  public static Schema schema(RowType type, Set<String> encoded) {
    List<Field> fields = new ArrayList<>(ArrowFields.schema(type).getFields());
    for (int column = 0; column < fields.size(); column++) {
      if (encoded.contains(fields.get(column).getName())) {
        checkText(fields.get(column).getName(), type.getTypeAt(column));
        fields.set(column, ArrowFields.encoded(fields.get(column), column));
      }
    }
    return new Schema(fields);
  }

  private static void checkText(String name, LogicalType type) {
    if (!type.isAnyOf(LogicalTypeRoot.CHAR, LogicalTypeRoot.VARCHAR)) {
      throw new UnsupportedField(
          name, type.asSummaryString(), List.of("CHAR and VARCHAR, for a dictionary"));
    }
  }

  private void add(Field field, LogicalType type, ArrowAllocator allocator) {
    String name = field.getName();
    if (field.getDictionary() == null) {
      FieldVector vector = field.createVector(allocator.arrow());
      vectors.add(vector);
      writers.add(ColumnWriters.of(vector, name, type, bytes));
      return;
    }
    TextDictionary dictionary = new TextDictionary(field.getDictionary(), allocator.arrow());
    dictionaries.add(dictionary);
    provider.put(dictionary.dictionary());
    FieldType indices =
        new FieldType(
            field.isNullable(), field.getDictionary().getIndexType(), field.getDictionary());
    IntVector vector = new IntVector(name, indices, allocator.arrow());
    vectors.add(vector);
    writers.add(
        new ColumnWriter(vector, name, type, bytes) {
          @Override
          long set(int at, Cell text) {
            int known = dictionary.size();
            byte[] value = text.asText().toBytes();
            vector.setSafe(at, dictionary.index(value));
            return dictionary.size() > known ? (long) Integer.BYTES + value.length : Integer.BYTES;
          }
        });
  }

  private void allocate() {
    allocated = true;
    for (FieldVector vector : vectors) {
      vector.setInitialCapacity(capacity);
      vector.allocateNew();
    }
  }

  public Schema schema() {
    return schema;
  }

  /**
   * Copies a row behind the last.
   *
   * @throws io.pelton.flink.error.UnwritableValue for a value that its column can't hold; the row
   *     is then not added
   * @throws io.pelton.arrow.AllocationLimitExceeded where the allocator is full
   */
  public void add(RowData row) {
    if (!allocated) {
      allocate();
    }
    for (int column = 0; column < writers.size(); column++) {
      writers.get(column).write(rows, cell.at(row, column));
    }
    rows++;
  }

  /** Rows that were added and not taken. */
  public int rows() {
    return rows;
  }

  /** About how many bytes they take. */
  public long bytes() {
    return bytes.count();
  }

  /** The dictionaries of encoded columns as they are now; they stay this object's. */
  public MapDictionaryProvider dictionaries() {
    dictionaries.forEach(TextDictionary::publish);
    return provider;
  }

  /** The rows as a batch, which the caller owns; the next row added is its first anew. */
  public ArrowBatch take() {
    List<FieldVector> taken = new ArrayList<>();
    for (FieldVector vector : vectors) {
      vector.setValueCount(rows);
      TransferPair pair = vector.getTransferPair(vector.getField(), vector.getAllocator());
      pair.transfer();
      taken.add((FieldVector) pair.getTo());
    }
    ArrowBatch batch =
        ArrowBatch.of(schema, taken, rows, dictionaries(), () -> taken.forEach(FieldVector::close));
    capacity = Math.max(FIRST_ROWS, rows);
    allocated = false;
    rows = 0;
    bytes.reset();
    return batch;
  }

  @Override
  public void close() {
    vectors.forEach(FieldVector::close);
    dictionaries.forEach(TextDictionary::close);
  }
}
