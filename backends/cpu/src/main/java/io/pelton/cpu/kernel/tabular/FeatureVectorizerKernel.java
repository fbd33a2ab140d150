package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** FeatureVectorizer: operands wider than their declared length are cut, narrower ones padded. */
final class FeatureVectorizerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    int[] lengths = lengths(node, (FeatureVectorizer) node.op(), in, out[0]);
    int total = Arrays.stream(lengths).sum();
    FeatureRows[] operands = Arrays.stream(in).map(FeatureRows::of).toArray(FeatureRows[]::new);
    Rows rows = new Rows(node, out[0]);
    FloatRows output = new FloatRows(out[0], total);
    FloatRows.Loop loop =
        (from, end, target, start) -> {
          int at = start;
          for (int row = from; row < end; row++) {
            for (int i = 0; i < operands.length; i++) {
              FeatureRows operand = operands[i];
              operand.read(row);
              int taken = Math.min(lengths[i], operand.columns());
              if (taken > 0) {
                System.arraycopy(operand.array(), operand.at(), target, at, taken);
              }
              Arrays.fill(target, at + taken, at + lengths[i], 0f);
              at += lengths[i];
            }
          }
        };
    return active -> output.write(total == 0 ? 0 : rows.elements(active) / total, loop);
  }

  /** Columns taken of each operand; checks that all operands have the output's rows. */
  static int[] lengths(NodeSpec node, FeatureVectorizer op, Operand[] in, Operand out) {
    for (int i = 0; i < in.length; i++) {
      Layout layout = in[i].layout();
      long found = layout.rank() == 1 ? 1 : layout.dim(0);
      node.inference()
          .check(
              layout.rank() <= 2 && found == out.layout().dim(0),
              "operand " + i + " is " + layout + " but the output has " + out.layout());
    }
    for (int length : op.lengths()) {
      node.inference().check(length >= 0, "has a negative length, " + length);
    }
    return op.lengths().stream().mapToInt(Integer::intValue).toArray();
  }
}
