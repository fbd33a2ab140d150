package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Columns of floats as rows, read where they are. Eight columns at a time, as many as the processor
 * has streams and registers for. Some rows at a time, these are still in the nearest cache when the
 * next eight columns are written to them.
 */
final class FloatRows {
  private final FloatBuffer[] columns;
  private final float[] target;

  FloatRows(ByteBuffer[] values, int[] first, float[] target) {
    this.columns = new FloatBuffer[values.length];
    this.target = target;
    for (int i = 0; i < columns.length; i++) {
      columns[i] = values[i].asFloatBuffer().position(first[i]).slice();
    }
  }

  void layOut(int from, int count) {
    int end = from + count;
    int column = 0;
    for (; column + 7 < columns.length; column += 8) {
      eight(column, from, end);
    }
    for (; column + 3 < columns.length; column += 4) {
      four(column, from, end);
    }
    for (; column < columns.length; column++) {
      one(column, from, end);
    }
  }

  private void eight(int column, int from, int end) {
    FloatBuffer a = columns[column];
    FloatBuffer b = columns[column + 1];
    FloatBuffer c = columns[column + 2];
    FloatBuffer d = columns[column + 3];
    FloatBuffer e = columns[column + 4];
    FloatBuffer f = columns[column + 5];
    FloatBuffer g = columns[column + 6];
    FloatBuffer h = columns[column + 7];
    float[] to = target;
    int width = columns.length;
    for (int row = from, at = from * width + column; row < end; row++, at += width) {
      to[at] = a.get(row);
      to[at + 1] = b.get(row);
      to[at + 2] = c.get(row);
      to[at + 3] = d.get(row);
      to[at + 4] = e.get(row);
      to[at + 5] = f.get(row);
      to[at + 6] = g.get(row);
      to[at + 7] = h.get(row);
    }
  }

  private void four(int column, int from, int end) {
    FloatBuffer a = columns[column];
    FloatBuffer b = columns[column + 1];
    FloatBuffer c = columns[column + 2];
    FloatBuffer d = columns[column + 3];
    float[] to = target;
    int width = columns.length;
    for (int row = from, at = from * width + column; row < end; row++, at += width) {
      to[at] = a.get(row);
      to[at + 1] = b.get(row);
      to[at + 2] = c.get(row);
      to[at + 3] = d.get(row);
    }
  }

  private void one(int column, int from, int end) {
    FloatBuffer a = columns[column];
    int width = columns.length;
    for (int row = from, at = from * width + column; row < end; row++, at += width) {
      target[at] = a.get(row);
    }
  }
}
