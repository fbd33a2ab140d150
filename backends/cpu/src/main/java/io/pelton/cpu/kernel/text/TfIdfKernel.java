package io.pelton.cpu.kernel.text;

import io.pelton.cpu.block.FloatRows;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.tabular.Lookup;
import io.pelton.engine.graph.NgramPool;
import io.pelton.engine.graph.TextOp.TfIdf;
import io.pelton.engine.graph.TextOp.TfIdf.Weighting;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** TfIdfVectorizer. */
final class TfIdfKernel {
  private final TfIdf op;
  private final NgramTree tree;
  private final Lookup lookup;
  private final int columns;
  private final int length;

  /** Place of each element of the row among those of the pool. */
  private final int[] row;

  private TfIdfKernel(TfIdf op, NgramTree tree, Lookup lookup, int columns, int length) {
    this.op = op;
    this.tree = tree;
    this.lookup = lookup;
    this.columns = columns;
    this.length = length;
    this.row = new int[length];
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    TfIdf op = (TfIdf) node.op();
    NgramPool pool = op.ngrams();
    int columns = Math.toIntExact(pool.columns());
    node.inference()
        .check(
            pool.weights().length == 0 || pool.weights().length >= columns,
            "has " + pool.weights().length + " weights for " + columns + " columns");
    NgramTree tree =
        node.prepared(op, NgramTree.class, () -> NgramTree.of(op, node.inference()::invalid));
    Lookup lookup =
        pool.isText()
            ? Lookup.strings(tree.texts(), in[0])
            : Lookup.integers(tree.integers(), in[0]);
    int rank = in[0].layout().rank();
    int length = rank == 0 ? 1 : Math.toIntExact(in[0].layout().dim(rank - 1));
    TfIdfKernel kernel = new TfIdfKernel(op, tree, lookup, columns, length);
    Rows rows = new Rows(node, out[0]);
    FloatRows output = new FloatRows(out[0], columns);
    FloatRows.Loop loop = kernel::write;
    return active -> output.write(columns == 0 ? 0 : rows.elements(active) / columns, loop);
  }

  private void write(int from, int end, float[] target, int at) {
    for (int i = from; i < end; i++) {
      int to = at + (i - from) * columns;
      Arrays.fill(target, to, to + columns, 0);
      read(i);
      count(target, to);
      weigh(target, to);
    }
  }

  private void read(int index) {
    for (int done = 0; done < length; done += Lookup.SIZE) {
      int block = Math.min(Lookup.SIZE, length - done);
      lookup.find(index * length + done, block);
      System.arraycopy(lookup.found(), 0, row, done, block);
    }
  }

  /** N-grams whose elements lie 1, 2, ... apart; single elements are counted once. */
  private void count(float[] target, int to) {
    int least = op.minLength();
    for (long step = 1; step <= op.skips() + 1 && step <= Math.max(length, 1); step++) {
      for (int start = 0; start + step * (least - 1) < length; start++) {
        count(start, (int) step, least, target, to);
      }
      if (least == 1 && ++least > op.maxLength()) {
        break;
      }
    }
  }

  private void count(int start, int step, int least, float[] target, int to) {
    int node = 0;
    long at = start;
    for (int size = 1; size <= op.maxLength() && at < length; size++, at += step) {
      node = tree.child(node, row[(int) at]);
      if (node < 0) {
        return;
      }
      if (size >= least && tree.column(node) >= 0) {
        target[to + tree.column(node)]++;
      }
    }
  }

  private void weigh(float[] target, int to) {
    float[] weights = op.ngrams().weights();
    if (op.weighting() == Weighting.TF) {
      return;
    }
    for (int i = 0; i < columns; i++) {
      float weight = weights.length == 0 ? 1 : weights[i];
      float count = target[to + i];
      target[to + i] = op.weighting() == Weighting.TFIDF ? weight * count : count > 0 ? weight : 0;
    }
  }
}
