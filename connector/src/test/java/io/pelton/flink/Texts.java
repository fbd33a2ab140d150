package io.pelton.flink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Records with lists of ids, as batches with columns of lists. */
public final class Texts {
  private Texts() {}

  /** A column {@code key} of integers, columns of lists of integers, and a float {@code scale}. */
  public static Schema schema(String... lists) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.nullable("key", new ArrowType.Int(32, true)));
    for (String list : lists) {
      Field item = Field.nullable("item", new ArrowType.Int(64, true));
      fields.add(new Field(list, FieldType.nullable(ArrowType.List.INSTANCE), List.of(item)));
    }
    fields.add(Field.nullable("scale", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)));
    return new Schema(fields);
  }

  /** A record: its key, a list for each column, its scale. */
  public static Object[] record(int key, float scale, Object... lists) {
    Object[] record = new Object[lists.length + 2];
    record[0] = key;
    System.arraycopy(lists, 0, record, 1, lists.length);
    record[record.length - 1] = scale;
    return record;
  }

  /** Random records with ids, and as many ones and zeros as there are ids for further columns. */
  public static List<Object[]> random(
      SplittableRandom random, int count, int longest, int vocabulary, int... fills) {
    List<Object[]> records = new ArrayList<>();
    for (int key = 0; key < count; key++) {
      int length = 1 + random.nextInt(longest);
      Object[] lists = new Object[1 + fills.length];
      List<Long> ids = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        ids.add((long) random.nextInt(vocabulary));
      }
      lists[0] = ids;
      for (int i = 0; i < fills.length; i++) {
        lists[i + 1] = Collections.nCopies(length, (long) fills[i]);
      }
      records.add(record(key, (float) random.nextDouble(), lists));
    }
    return records;
  }

  public static ArrowBatch batch(ArrowAllocator allocator, Schema schema, List<Object[]> records) {
    try (ArrowBatchBuilder builder =
        ArrowBatchBuilder.create(allocator, schema, Math.max(1, records.size()))) {
      for (Object[] record : records) {
        builder.startRow();
        for (int column = 0; column < record.length; column++) {
          builder.setValue(column, record[column]);
        }
        builder.endRow();
      }
      return builder.finish();
    }
  }

  /** What a column says of a row, with the bits of floats. */
  public static String bits(ArrowBatch batch, String column, int row) {
    FieldVector vector = batch.vector(column);
    return bits(vector.getObject(row));
  }

  private static String bits(Object value) {
    if (value instanceof Float single) {
      return Integer.toHexString(Float.floatToRawIntBits(single));
    }
    return value instanceof List<?> list
        ? Arrays.toString(list.stream().map(Texts::bits).toArray())
        : String.valueOf(value);
  }
}
