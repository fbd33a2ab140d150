package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;
import java.util.List;

/** Fills a row with the columns of operands. */
@FunctionalInterface
interface PipelineSource {
  void read(int index, PipelineRow row);

  /**
   * @param first the pipeline's first stage, which joins several operands or takes one as it is
   */
  static PipelineSource of(NodeSpec node, Op first, Operand[] in, Operand out) {
    if (first instanceof FeatureVectorizer vectorizer) {
      return vectorized(in, FeatureVectorizerKernel.lengths(node, vectorizer, in, out));
    }
    return in[0].dtype().isFloat()
        ? joined(in, Lane.DOUBLES, row -> row.doubles)
        : joined(in, Lane.LONGS, row -> row.longs);
  }

  /** The array of a row in which a lane's values go. */
  interface Target<A> {
    A of(PipelineRow row);
  }

  private static <A> PipelineSource joined(Operand[] in, Lane<A> lane, Target<A> target) {
    int[] columns = Arrays.stream(in).mapToInt(ColumnParameters::columns).toArray();
    List<Blocks<A>> operands =
        Arrays.stream(in)
            .map(
                operand ->
                    lane.blocks(operand, operand.layout(), ColumnParameters.columns(operand)))
            .toList();
    return (index, row) -> {
      A values = target.of(row);
      int to = 0;
      for (int i = 0; i < columns.length; i++) {
        Blocks<A> operand = operands.get(i);
        operand.read(index * columns[i], columns[i]);
        System.arraycopy(operand.array(), operand.at(), values, to, columns[i]);
        to += columns[i];
      }
    };
  }

  /** Wider operands are cut, narrower ones padded with 0, as the single op does. */
  private static PipelineSource vectorized(Operand[] in, int[] widths) {
    FeatureRows[] operands = Arrays.stream(in).map(FeatureRows::of).toArray(FeatureRows[]::new);
    return (index, row) -> {
      int to = 0;
      for (int i = 0; i < operands.length; i++) {
        FeatureRows operand = operands[i];
        operand.read(index);
        int taken = Math.min(widths[i], operand.columns());
        for (int column = 0; column < taken; column++) {
          row.doubles[to + column] = operand.array()[operand.at() + column];
        }
        Arrays.fill(row.doubles, to + taken, to + widths[i], 0);
        to += widths[i];
      }
    };
  }
}
