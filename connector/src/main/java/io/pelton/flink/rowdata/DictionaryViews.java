package io.pelton.flink.rowdata;

import io.pelton.arrow.InvalidDictionaryIndex;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.ArrayColumnVector;
import org.apache.flink.table.data.columnar.vector.BooleanColumnVector;
import org.apache.flink.table.data.columnar.vector.ByteColumnVector;
import org.apache.flink.table.data.columnar.vector.BytesColumnVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.DecimalColumnVector;
import org.apache.flink.table.data.columnar.vector.DoubleColumnVector;
import org.apache.flink.table.data.columnar.vector.FloatColumnVector;
import org.apache.flink.table.data.columnar.vector.IntColumnVector;
import org.apache.flink.table.data.columnar.vector.LongColumnVector;
import org.apache.flink.table.data.columnar.vector.MapColumnVector;
import org.apache.flink.table.data.columnar.vector.RowColumnVector;
import org.apache.flink.table.data.columnar.vector.ShortColumnVector;
import org.apache.flink.table.data.columnar.vector.TimestampColumnVector;

/** Columns whose values stand in a dictionary. */
final class DictionaryViews {
  private static final int MOST_KEPT = 1 << 16;

  private DictionaryViews() {}

  /**
   * @param id of the dictionary
   * @param values how the dictionary is read
   */
  static VectorView of(ColumnPath path, long id, VectorView values) {
    return (indices, dictionaries, origin) -> {
      FieldVector dictionary = dictionaries.lookup(id).getVector();
      ColumnVector entries = values.on(dictionary, dictionaries, origin);
      return new Decoded(path.name(), indices, entries, dictionary.getValueCount());
    };
  }

  /** Asks the dictionary's view for whatever it is asked for. */
  private static final class Decoded
      implements BooleanColumnVector,
          ByteColumnVector,
          ShortColumnVector,
          IntColumnVector,
          LongColumnVector,
          FloatColumnVector,
          DoubleColumnVector,
          DecimalColumnVector,
          TimestampColumnVector,
          BytesColumnVector,
          ArrayColumnVector,
          MapColumnVector,
          RowColumnVector {
    private final String column;
    private final FieldVector indices;
    private final ArrowBuf buffer;
    private final NumberViews.Longs longs;
    private final ColumnVector entries;
    private final int size;

    /** Texts that were asked for, by entry; null where there are too many to keep. */
    private final Bytes[] texts;

    Decoded(String column, FieldVector indices, ColumnVector entries, int size) {
      this.column = column;
      this.indices = indices;
      this.buffer = indices.getDataBuffer();
      this.longs = NumberViews.longs((ArrowType.Int) indices.getField().getType());
      this.entries = entries;
      this.size = size;
      boolean keeps = entries instanceof BytesColumnVector && size <= MOST_KEPT;
      this.texts = keeps ? new Bytes[size] : null;
    }

    private int entry(int i) {
      long entry = longs.at(buffer, i);
      if (entry < 0 || entry >= size) {
        throw new InvalidDictionaryIndex(column, i, entry, size);
      }
      return (int) entry;
    }

    @Override
    public boolean isNullAt(int i) {
      return indices.isNull(i) || entries.isNullAt(entry(i));
    }

    @Override
    public boolean getBoolean(int i) {
      return ((BooleanColumnVector) entries).getBoolean(entry(i));
    }

    @Override
    public byte getByte(int i) {
      return ((ByteColumnVector) entries).getByte(entry(i));
    }

    @Override
    public short getShort(int i) {
      return ((ShortColumnVector) entries).getShort(entry(i));
    }

    @Override
    public int getInt(int i) {
      return ((IntColumnVector) entries).getInt(entry(i));
    }

    @Override
    public long getLong(int i) {
      return ((LongColumnVector) entries).getLong(entry(i));
    }

    @Override
    public float getFloat(int i) {
      return ((FloatColumnVector) entries).getFloat(entry(i));
    }

    @Override
    public double getDouble(int i) {
      return ((DoubleColumnVector) entries).getDouble(entry(i));
    }

    @Override
    public DecimalData getDecimal(int i, int precision, int scale) {
      return ((DecimalColumnVector) entries).getDecimal(entry(i), precision, scale);
    }

    @Override
    public TimestampData getTimestamp(int i, int precision) {
      return ((TimestampColumnVector) entries).getTimestamp(entry(i), precision);
    }

    @Override
    public Bytes getBytes(int i) {
      int entry = entry(i);
      if (texts == null) {
        return ((BytesColumnVector) entries).getBytes(entry);
      }
      if (texts[entry] == null) {
        texts[entry] = ((BytesColumnVector) entries).getBytes(entry);
      }
      return texts[entry];
    }

    @Override
    public ArrayData getArray(int i) {
      return ((ArrayColumnVector) entries).getArray(entry(i));
    }

    @Override
    public MapData getMap(int i) {
      return ((MapColumnVector) entries).getMap(entry(i));
    }

    @Override
    public ColumnarRowData getRow(int i) {
      return ((RowColumnVector) entries).getRow(entry(i));
    }
  }
}
