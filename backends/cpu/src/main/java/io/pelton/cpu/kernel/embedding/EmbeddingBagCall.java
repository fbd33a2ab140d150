package io.pelton.cpu.kernel.embedding;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.Call;

/** Sums table rows in the order of {@link Summation}, all columns at once. */
final class EmbeddingBagCall<A> implements Call {
  private final Rows rows;
  private final int columns;
  private final int length;
  private final boolean isMean;
  private final Table<A> table;
  private final LongBlocks indices;
  private final Output<A> out;
  private final Steps<A> steps;
  private final A partials;

  /**
   * @param length indices of one bag
   * @param indices a block is one of them
   * @param steps without rounding
   */
  EmbeddingBagCall(
      Rows rows,
      int columns,
      int length,
      boolean isMean,
      Table<A> table,
      LongBlocks indices,
      Output<A> out,
      Steps<A> steps) {
    this.rows = rows;
    this.columns = columns;
    this.length = length;
    this.isMean = isMean;
    this.table = table;
    this.indices = indices;
    this.out = out;
    this.steps = steps;
    this.partials = steps.lane().allocate(Summation.PARTIALS * columns);
  }

  @Override
  public void run(int activeRows) {
    int end = columns == 0 ? 0 : rows.elements(activeRows) / columns;
    for (int bag = 0; bag < end; bag++) {
      int used = Math.min(Summation.PARTIALS, length);
      steps.fill(partials, 0, Math.max(1, used) * columns, 0);
      for (int i = 0; i < length; i++) {
        indices.read(bag * length + i, 1);
        Blocks<A> row = table.row(indices.array()[indices.at()], bag * columns);
        int partial = i % Summation.PARTIALS * columns;
        steps.add(partials, partial, row.array(), row.at(), columns);
      }
      // partial sums of no rows would change no bit: none of the others is -0
      for (int half = Summation.PARTIALS / 2; half > 0; half /= 2) {
        int others = Math.min(2 * half, used) - half;
        if (others > 0) {
          steps.add(partials, 0, partials, half * columns, others * columns);
          used = half;
        }
      }
      if (isMean) {
        steps.divide(partials, 0, columns, length);
      }
      out.open(bag * columns, columns);
      System.arraycopy(partials, 0, out.array(), out.at(), columns);
      out.commit();
    }
  }
}
