package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.RowGather;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of outputs, group by group, until rows come out in the order of their batch. */
final class HeldColumns implements AutoCloseable {
  private final List<ArrowBatch> parts = new ArrayList<>();
  private int[] partOf = new int[0];
  private int[] rowIn = new int[0];

  /**
   * Takes ownership of a group's outputs.
   *
   * @param rows of the batch, one a row of the outputs
   */
  void add(int[] rows, ArrowBatch outputs) {
    int end = Arrays.stream(rows).max().orElse(-1) + 1;
    if (partOf.length < end) {
      partOf = Arrays.copyOf(partOf, Math.max(end, 2 * partOf.length));
      rowIn = Arrays.copyOf(rowIn, partOf.length);
    }
    for (int i = 0; i < rows.length; i++) {
      partOf[rows[i]] = parts.size();
      rowIn[rows[i]] = i;
    }
    parts.add(outputs);
  }

  /**
   * The outputs of some rows.
   *
   * @return owned by the caller
   */
  ArrowBatch take(int[] rows, ArrowAllocator allocator) {
    int part = partOf[rows[0]];
    int first = rowIn[rows[0]];
    boolean isRun = true;
    for (int i = 0; i < rows.length; i++) {
      isRun &= partOf[rows[i]] == part && rowIn[rows[i]] == first + i;
    }
    return isRun
        ? parts.get(part).slice(first, rows.length)
        : RowGather.of(
            allocator,
            parts,
            Arrays.stream(rows).map(row -> partOf[row]).toArray(),
            Arrays.stream(rows).map(row -> rowIn[row]).toArray());
  }

  @Override
  public void close() {
    parts.forEach(ArrowBatch::close);
    parts.clear();
  }
}
