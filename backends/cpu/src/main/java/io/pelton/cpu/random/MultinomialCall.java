package io.pelton.cpu.random;

import io.pelton.cpu.block.DoubleBlocks;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Picks classes by running sums of their probabilities, which are made anew for each row. */
final class MultinomialCall implements Call {
  private final NodeSpec node;
  private final DoubleBlocks logarithms;
  private final LongOutput out;
  private final RunDraws draws;
  private final double[] sums;
  private final Rows rows;
  private final int samples;

  MultinomialCall(NodeSpec node, Operand in, Operand out) {
    this.node = node;
    this.logarithms = DoubleBlocks.of(in, in.layout().dims());
    this.out = new LongOutput(out);
    this.draws = new RunDraws(node);
    this.sums = new double[Math.toIntExact(in.layout().dim(1))];
    this.rows = new Rows(node, out);
    this.samples = ((Multinomial) node.op()).samples();
  }

  @Override
  public void run(int activeRows) {
    Draws from = draws.start();
    int end = rows.elements(activeRows) / samples;
    for (int row = 0; row < end; row++) {
      sum(row);
      pick(from, row);
    }
  }

  /** Relative to the largest probability, so that the sum is never 0. */
  private void sum(int row) {
    int start = row * sums.length;
    double largest = Double.NEGATIVE_INFINITY;
    for (int at = 0; at < sums.length; at += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, sums.length - at);
      logarithms.read(start + at, count);
      System.arraycopy(logarithms.array(), logarithms.at(), sums, at, count);
      for (int i = at; i < at + count; i++) {
        largest = Double.isFinite(sums[i]) ? Math.max(largest, sums[i]) : largest;
      }
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      throw node.invalid(row, "no class has a finite logarithm of its probability");
    }
    double sum = 0;
    for (int i = 0; i < sums.length; i++) {
      sum += Double.isFinite(sums[i]) ? StrictMath.exp(sums[i] - largest) : 0;
      sums[i] = sum;
    }
  }

  private void pick(Draws from, int row) {
    double total = sums[sums.length - 1];
    for (int at = 0; at < samples; at += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, samples - at);
      out.open(row * samples + at, count);
      for (int i = 0; i < count; i++) {
        out.array()[out.at() + i] = firstAbove(from.uniformDouble() * total);
      }
      out.commit();
    }
  }

  /** A product with a draw below 1 rounds to less than the total, so that there is one. */
  private int firstAbove(double limit) {
    int low = 0;
    int high = sums.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sums[middle] > limit) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
