package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.ByteOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.tensor.StringStorage;
import java.util.Arrays;

/** Compares strings byte by byte; its two buffers grow to the longest string and stay. */
final class StringEquality implements Call {
  private final Rows rows;
  private final StringBlocks x;
  private final StringBlocks y;
  private final ByteOutput out;
  private byte[] left = new byte[64];
  private byte[] right = new byte[64];

  StringEquality(Rows rows, StringBlocks x, StringBlocks y, ByteOutput out) {
    this.rows = rows;
    this.x = x;
    this.y = y;
    this.out = out;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    if (end == 0) {
      return;
    }
    x.seek(0);
    y.seek(0);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      out.open(from, count);
      byte[] target = out.array();
      int at = out.at();
      for (int n = 0; n < count; n++) {
        target[at + n] = (byte) (isEqual(x.next(), y.next()) ? 1 : 0);
      }
      out.commit();
    }
  }

  private boolean isEqual(int i, int j) {
    StringStorage a = x.storage();
    StringStorage b = y.storage();
    int length = a.byteLength(i);
    if (length != b.byteLength(j)) {
      return false;
    }
    if (left.length < length) {
      left = new byte[2 * length];
      right = new byte[2 * length];
    }
    a.copy(i, left, 0);
    b.copy(j, right, 0);
    return Arrays.equals(left, 0, length, right, 0, length);
  }
}
