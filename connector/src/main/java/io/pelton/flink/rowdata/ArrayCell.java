package io.pelton.flink.rowdata;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** An element of an array. */
final class ArrayCell implements Cell {
  private ArrayData array;
  private int at;

  Cell at(ArrayData array, int at) {
    this.array = array;
    this.at = at;
    return this;
  }

  @Override
  public boolean isNull() {
    return array.isNullAt(at);
  }

  @Override
  public boolean asBoolean() {
    return array.getBoolean(at);
  }

  @Override
  public byte asByte() {
    return array.getByte(at);
  }

  @Override
  public short asShort() {
    return array.getShort(at);
  }

  @Override
  public int asInt() {
    return array.getInt(at);
  }

  @Override
  public long asLong() {
    return array.getLong(at);
  }

  @Override
  public float asFloat() {
    return array.getFloat(at);
  }

  @Override
  public double asDouble() {
    return array.getDouble(at);
  }

  @Override
  public StringData asText() {
    return array.getString(at);
  }

  @Override
  public byte[] asBytes() {
    return array.getBinary(at);
  }

  @Override
  public DecimalData asDecimal(int precision, int scale) {
    return array.getDecimal(at, precision, scale);
  }

  @Override
  public TimestampData asTimestamp(int precision) {
    return array.getTimestamp(at, precision);
  }

  @Override
  public ArrayData asArray() {
    return array.getArray(at);
  }

  @Override
  public MapData asMap() {
    return array.getMap(at);
  }

  @Override
  public RowData asRow(int fields) {
    return array.getRow(at, fields);
  }
}
