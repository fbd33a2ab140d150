package io.pelton.flink.rowdata;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** A field of a row. */
final class RowCell implements Cell {
  private RowData row;
  private int at;

  Cell at(RowData row, int at) {
    this.row = row;
    this.at = at;
    return this;
  }

  @Override
  public boolean isNull() {
    return row.isNullAt(at);
  }

  @Override
  public boolean asBoolean() {
    return row.getBoolean(at);
  }

  @Override
  public byte asByte() {
    return row.getByte(at);
  }

  @Override
  public short asShort() {
    return row.getShort(at);
  }

  @Override
  public int asInt() {
    return row.getInt(at);
  }

  @Override
  public long asLong() {
    return row.getLong(at);
  }

  @Override
  public float asFloat() {
    return row.getFloat(at);
  }

  @Override
  public double asDouble() {
    return row.getDouble(at);
  }

  @Override
  public StringData asText() {
    return row.getString(at);
  }

  @Override
  public byte[] asBytes() {
    return row.getBinary(at);
  }

  @Override
  public DecimalData asDecimal(int precision, int scale) {
    return row.getDecimal(at, precision, scale);
  }

  @Override
  public TimestampData asTimestamp(int precision) {
    return row.getTimestamp(at, precision);
  }

  @Override
  public ArrayData asArray() {
    return row.getArray(at);
  }

  @Override
  public MapData asMap() {
    return row.getMap(at);
  }

  @Override
  public RowData asRow(int fields) {
    return row.getRow(at, fields);
  }
}
