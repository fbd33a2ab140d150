package io.pelton.arrow;

import io.pelton.arrow.type.DecimalType;
import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.NumberType;
import io.pelton.arrow.type.Rows;
import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;

/** Packs one column of numbers, block by block. */
final class ColumnPacking {
  private final ColumnReader column;
  private final NumberType type;
  private final NumberSink sink;
  private final NullFill fill;
  private final NumberScratch scratch;
  private Rows rows;
  private Rows places;
  private ByteBuffer values;
  private boolean someNull;
  private boolean copies;

  ColumnPacking(ColumnReader column, NumberSink sink, NullFill fill, NumberScratch scratch) {
    this.column = column;
    this.type = (NumberType) column.type();
    this.sink = sink;
    this.fill = fill;
    this.scratch = scratch;
  }

  /** Begins with the rows of a batch. */
  void open(Rows wanted) {
    rows = wanted;
    someNull = column.nulls() > 0;
    values = type.values(column.values(), column.valueCount());
    places = column.places(rows);
    copies =
        !(someNull && column.valueCount() == 0)
            && places.isRun()
            && column.packedBecause().isEmpty()
            && type.dtype() == sink.dtype();
  }

  /**
   * Packs some rows.
   *
   * @param at where the sink has the first
   */
  void pack(int from, int count, int at) {
    if (someNull && column.valueCount() == 0) {
      for (int i = 0; i < count; i++) {
        fill.write(sink, at + i);
      }
      return;
    }
    if (copies) {
      sink.copy(values, places.at(from), count, at);
    } else if (type instanceof DecimalType decimal) {
      packDecimals(decimal, from, count, at);
    } else if (type.isReal()) {
      type.doubles(values, places, from, count, scratch.doubles);
      sink.doubles(scratch.doubles, count, at);
    } else {
      type.longs(values, places, from, count, scratch.longs);
      packLongs(from, count, at, type.dtype() == DType.U64);
    }
    fillNulls(from, count, at, 1);
  }

  /**
   * Writes what stands for nulls.
   *
   * @param step from one row's place in the sink to the next
   */
  void fillNulls(int from, int count, int at, int step) {
    if (!someNull) {
      return;
    }
    if (rows.isRun()) {
      int first = rows.at(from);
      int end = first + count;
      int row = column.nextNull(first, end);
      for (; row < end; row = column.nextNull(row + 1, end)) {
        fill.write(sink, at + (row - first) * step);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      if (column.isNull(rows.at(from + i))) {
        fill.write(sink, at + i * step);
      }
    }
  }

  /** Whether the values are of the sink's dtype and follow each other. */
  boolean copies() {
    return copies;
  }

  ByteBuffer values() {
    return values;
  }

  int first() {
    return places.first();
  }

  private void packLongs(int from, int count, int at, boolean unsigned) {
    long[] longs = scratch.longs;
    for (int i = 0; someNull && i < count; i++) {
      if (column.isNull(rows.at(from + i))) {
        longs[i] = 0;
      }
    }
    int misfit = sink.longs(longs, count, unsigned, at);
    if (misfit >= 0) {
      long value = longs[misfit];
      throw outOfRange(
          from + misfit, unsigned ? Long.toUnsignedString(value) : Long.toString(value));
    }
  }

  private void packDecimals(DecimalType decimal, int from, int count, int at) {
    if (sink.dtype().isFloat()) {
      boolean nearest = sink.dtype() == DType.F64;
      decimal.doubles(values, places, from, count, scratch.doubles, nearest);
      sink.doubles(scratch.doubles, count, at);
      return;
    }
    boolean unsigned = sink.dtype() == DType.U64;
    decimal.longs(values, places, from, count, unsigned, scratch.longs, scratch.fits);
    for (int i = 0; i < count; i++) {
      if (!scratch.fits[i] && !(someNull && column.isNull(rows.at(from + i)))) {
        throw outOfRange(from + i, decimal.text(values, places.at(from + i)));
      }
    }
    packLongs(from, count, at, unsigned);
  }

  private ValueOutOfRange outOfRange(int index, String value) {
    int row = column.rowOf(rows.at(index));
    return new ValueOutOfRange(column.name(), row, value, sink.dtype().toString());
  }
}
