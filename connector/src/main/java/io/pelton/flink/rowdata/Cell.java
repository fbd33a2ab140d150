package io.pelton.flink.rowdata;

import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/** One value of a row or of an array, which share no interface in Flink. */
interface Cell {
  boolean isNull();

  boolean asBoolean();

  byte asByte();

  short asShort();

  int asInt();

  long asLong();

  float asFloat();

  double asDouble();

  StringData asText();

  byte[] asBytes();

  DecimalData asDecimal(int precision, int scale);

  TimestampData asTimestamp(int precision);

  ArrayData asArray();

  MapData asMap();

  RowData asRow(int fields);
}
