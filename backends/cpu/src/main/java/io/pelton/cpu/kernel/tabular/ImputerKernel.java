package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Imputer; floats go through {@code double}, which is exact. */
final class ImputerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Imputer op = (Imputer) node.op();
    int columns = ColumnParameters.columns(in[0]);
    int step = step(node.inference(), op, columns);
    Rows rows = new Rows(node, out[0]);
    return in[0].dtype().isFloat()
        ? floats(op, in[0], columns, step, rows, out[0])
        : integers(op, in[0], columns, step, rows, out[0]);
  }

  /** Checks the parameters; the distance between the values of neighbouring columns. */
  static int step(Inference inference, Imputer op, int columns) {
    long replaced = op.replaced().layout().elements();
    inference.check(replaced == 1, "should replace one value but has " + replaced);
    int count = Math.toIntExact(op.values().layout().elements());
    return ColumnParameters.step(inference, "imputed_value", count, columns);
  }

  /** NaN stands for NaN. */
  static boolean isMissing(double value, double replaced) {
    return value == replaced || (Double.isNaN(value) && Double.isNaN(replaced));
  }

  private static Call floats(
      Imputer op, Operand in, int columns, int step, Rows rows, Operand out) {
    double replaced = op.replaced().toDoubles()[0];
    double[] values = op.values().toDoubles();
    DoubleBlocks blocks = DoubleBlocks.of(in, in.layout(), RawBlocks.SIZE);
    DoubleOutput output = new DoubleOutput(out);
    return active -> {
      int end = rows.elements(active);
      int column = 0;
      for (int from = 0; from < end; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, end - from);
        blocks.read(from, count);
        output.open(from, count);
        double[] x = blocks.array();
        int at = blocks.at();
        double[] target = output.array();
        int to = output.at();
        for (int i = 0; i < count; i++) {
          double value = x[at + i];
          target[to + i] = isMissing(value, replaced) ? values[column * step] : value;
          column = column + 1 == columns ? 0 : column + 1;
        }
        output.commit();
      }
    };
  }

  private static Call integers(
      Imputer op, Operand in, int columns, int step, Rows rows, Operand out) {
    long replaced = op.replaced().toLongs()[0];
    long[] values = op.values().toLongs();
    LongBlocks blocks = LongBlocks.of(in, in.layout(), RawBlocks.SIZE);
    LongOutput output = new LongOutput(out);
    return active -> {
      int end = rows.elements(active);
      int column = 0;
      for (int from = 0; from < end; from += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, end - from);
        blocks.read(from, count);
        output.open(from, count);
        long[] x = blocks.array();
        int at = blocks.at();
        long[] target = output.array();
        int to = output.at();
        for (int i = 0; i < count; i++) {
          long value = x[at + i];
          target[to + i] = value == replaced ? values[column * step] : value;
          column = column + 1 == columns ? 0 : column + 1;
        }
        output.commit();
      }
    };
  }
}
