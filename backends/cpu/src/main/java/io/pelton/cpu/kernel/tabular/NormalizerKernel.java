package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/**
 * Normalizer over the last axis, in double precision, rounded at the end. {@code MAX} divides by
 * the largest element, not by the largest absolute value, as the operator's definition has it, and
 * passes over NaN. Rows whose divisor is 0 are copied.
 */
final class NormalizerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Norm norm = ((Normalizer) node.op()).norm();
    int columns = ColumnParameters.columns(in[0]);
    DoubleBlocks blocks = DoubleBlocks.of(in[0], in[0].layout(), columns);
    Rows rows = new Rows(node, out[0]);
    FloatRows output = new FloatRows(out[0], columns);
    FloatRows.Loop loop =
        (from, end, target, to) -> {
          for (int row = from; row < end; row++) {
            blocks.read(row * columns, columns);
            double[] x = blocks.array();
            int at = blocks.at();
            double divisor = divisor(norm, x, at, columns);
            int start = to + (row - from) * columns;
            for (int i = 0; i < columns; i++) {
              target[start + i] = (float) (x[at + i] / divisor);
            }
          }
        };
    return active -> output.write(columns == 0 ? 0 : rows.elements(active) / columns, loop);
  }

  /** The row's length; 1 where that is 0. */
  static double divisor(Norm norm, double[] x, int at, int count) {
    double length = length(norm, x, at, count);
    return length == 0 ? 1 : length;
  }

  private static double length(Norm norm, double[] x, int at, int count) {
    return switch (norm) {
      case MAX -> largest(x, at, count);
      case L1 -> {
        double sum = 0;
        for (int i = 0; i < count; i++) {
          sum += Math.abs(x[at + i]);
        }
        yield sum;
      }
      case L2 -> {
        double sum = 0;
        for (int i = 0; i < count; i++) {
          sum = Math.fma(x[at + i], x[at + i], sum);
        }
        yield Math.sqrt(sum);
      }
    };
  }

  private static double largest(double[] x, int at, int count) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      if (x[at + i] > largest) {
        largest = x[at + i];
      }
    }
    return largest;
  }
}
