package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Binarizer; NaN is not above any threshold. */
final class BinarizerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    float threshold = ((Binarizer) node.op()).threshold();
    Rows rows = new Rows(node, out[0]);
    return in[0].dtype().isFloat()
        ? floats(in[0], threshold, rows, out[0])
        : integers(in[0], threshold, rows, out[0]);
  }

  private static Call floats(Operand in, double threshold, Rows rows, Operand out) {
    DoubleBlocks blocks = DoubleBlocks.of(in, in.layout(), RawBlocks.SIZE);
    DoubleOutput output = new DoubleOutput(out);
    return active -> {
      int end = rows.elements(active);
      for (int from = 0; from < end; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, end - from);
        blocks.read(from, count);
        output.open(from, count);
        double[] x = blocks.array();
        int at = blocks.at();
        double[] target = output.array();
        int to = output.at();
        for (int i = 0; i < count; i++) {
          target[to + i] = x[at + i] > threshold ? 1 : 0;
        }
        output.commit();
      }
    };
  }

  private static Call integers(Operand in, float threshold, Rows rows, Operand out) {
    LongBlocks blocks = LongBlocks.of(in, in.layout(), RawBlocks.SIZE);
    LongOutput output = new LongOutput(out);
    return active -> {
      int end = rows.elements(active);
      for (int from = 0; from < end; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, end - from);
        blocks.read(from, count);
        output.open(from, count);
        long[] x = blocks.array();
        int at = blocks.at();
        long[] target = output.array();
        int to = output.at();
        for (int i = 0; i < count; i++) {
          target[to + i] = isAbove(x[at + i], threshold) ? 1 : 0;
        }
        output.commit();
      }
    };
  }

  /** Exact: where rounding the integer makes both equal, the integers behind them decide. */
  static boolean isAbove(long x, float threshold) {
    float rounded = x;
    return rounded > threshold || (rounded == threshold && x > (long) threshold);
  }
}
