package io.pelton.cpu.kernel.index;

import io.pelton.engine.graph.IndexOp.DistinctSlices;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Sorts the slices, so that those alike are neighbours, and numbers the different ones. */
final class DistinctSlicesCall implements Call {
  private final boolean isSorted;
  private final int count;
  private final Slices slices;
  private final IndexSort sort;
  private final Operand[] out;

  /** Of each slice the first one that is like it. */
  private final int[] firsts;

  /** Of slices that are the first of their like, their number. */
  private final int[] numbers;

  DistinctSlicesCall(NodeSpec node, Operand[] in, Operand[] out) {
    DistinctSlices op = (DistinctSlices) node.op();
    Layout layout = in[0].layout();
    int axis = node.inference().axis(op.axis(), layout.rank());
    int[] order =
        IntStream.concat(
                IntStream.of(axis), IntStream.range(0, layout.rank()).filter(i -> i != axis))
            .toArray();
    this.isSorted = op.sorted();
    this.count = Math.toIntExact(layout.dim(axis));
    this.slices = Slices.of(in[0], layout.permute(order), count);
    this.sort = new IndexSort(count);
    this.out = out;
    this.firsts = new int[count];
    this.numbers = new int[count];
  }

  @Override
  public void run(int activeRows) {
    slices.load();
    int[] indices = sort.indices();
    for (int slice = 0; slice < count; slice++) {
      indices[slice] = slice;
    }
    sort.sort(count, slices);
    write(number());
  }

  /** Finds the different slices, and how many there are. */
  private int number() {
    int[] sorted = sort.indices();
    int found = 0;
    for (int i = 0; i < count; i++) {
      boolean isNew = i == 0 || slices.compare(sorted[i - 1], sorted[i]) != 0;
      firsts[sorted[i]] = isNew ? sorted[i] : firsts[sorted[i - 1]];
      if (isNew) {
        numbers[sorted[i]] = found++;
      }
    }
    if (!isSorted) {
      int next = 0;
      for (int slice = 0; slice < count; slice++) {
        if (firsts[slice] == slice) {
          numbers[slice] = next++;
        }
      }
    }
    return found;
  }

  private void write(int found) {
    long[] first = out[0].longs();
    long[] inverse = out[1].longs();
    long[] counts = out[2].longs();
    Arrays.fill(first, out[0].base(), out[0].base() + count, 0);
    Arrays.fill(counts, out[2].base(), out[2].base() + count, 0);
    for (int slice = 0; slice < count; slice++) {
      int number = numbers[firsts[slice]];
      first[out[0].base() + number] = firsts[slice];
      inverse[out[1].base() + slice] = number;
      counts[out[2].base() + number]++;
    }
    out[3].longs()[out[3].base()] = found;
  }
}
