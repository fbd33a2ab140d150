package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.Store;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Moves bits from arrays of one carrier to those of another. */
final class BitCastCall implements Call {
  private final Rows rows;
  private final RawBlocks x;
  private final Operand out;
  private Object scratch;

  BitCastCall(NodeSpec node, Operand x, Operand out) {
    this.rows = new Rows(node, out);
    this.x = new RawBlocks(x, x.layout(), RawBlocks.SIZE);
    this.out = out;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.read(from, count);
      if (out.isNative()) {
        store(from, count);
      } else {
        move(x.array(), x.at(), out.heap().array(), out.base() + from, count);
      }
    }
  }

  private void store(int from, int count) {
    if (scratch == null) {
      scratch = out.dtype().carrier().allocate(RawBlocks.SIZE);
    }
    move(x.array(), x.at(), scratch, 0, count);
    Store.put(scratch, 0, count, out, (int) out.offset() + from);
  }

  private static void move(Object x, int at, Object y, int to, int count) {
    if (x instanceof float[] floats && y instanceof int[] ints) {
      for (int n = 0; n < count; n++) {
        ints[to + n] = Float.floatToRawIntBits(floats[at + n]);
      }
    } else if (x instanceof int[] ints && y instanceof float[] floats) {
      for (int n = 0; n < count; n++) {
        floats[to + n] = Float.intBitsToFloat(ints[at + n]);
      }
    } else if (x instanceof double[] doubles && y instanceof long[] longs) {
      for (int n = 0; n < count; n++) {
        longs[to + n] = Double.doubleToRawLongBits(doubles[at + n]);
      }
    } else if (x instanceof long[] longs && y instanceof double[] doubles) {
      for (int n = 0; n < count; n++) {
        doubles[to + n] = Double.longBitsToDouble(longs[at + n]);
      }
    } else {
      System.arraycopy(x, at, y, to, count);
    }
  }
}
