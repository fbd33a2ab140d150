package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** ArrayFeatureExtractor; indices may change from run to run, and negative ones are refused. */
final class ArrayFeatureExtractorKernel implements FixedKernel {
  /** Copies chosen columns of one source row to the output, from an element on. */
  @FunctionalInterface
  private interface RowCopy {
    void copy(int row, int[] indices, int to);
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    int columns = ColumnParameters.columns(in[0]);
    int count = Math.toIntExact(in[1].layout().elements());
    int[] indices = new int[count];
    LongBlocks blocks = LongBlocks.of(in[1], in[1].layout(), count);
    boolean isText = in[0].dtype() == DType.STRING;
    RowCopy copy = isText ? strings(in[0], columns, out[0]) : numbers(in[0], columns, out[0]);
    Rows rows = new Rows(node, out[0]);
    return active -> {
      blocks.read(0, count);
      check(node, blocks, columns, indices);
      if (isText) {
        out[0].strings().clear();
      }
      int end = rows.elements(active) / count;
      for (int row = 0; row < end; row++) {
        copy.copy(row, indices, row * count);
      }
    };
  }

  private static void check(NodeSpec node, LongBlocks blocks, int columns, int[] indices) {
    for (int i = 0; i < indices.length; i++) {
      long index = blocks.array()[blocks.at() + i];
      if (index < 0 || index >= columns) {
        throw node.invalid(-1, "index " + index + " is outside of [0, " + (columns - 1) + "]");
      }
      indices[i] = (int) index;
    }
  }

  private static RowCopy numbers(Operand in, int columns, Operand out) {
    RawBlocks blocks = new RawBlocks(in, in.layout(), columns);
    return switch (in.dtype().carrier()) {
      case FLOATS ->
          (row, indices, to) -> {
            blocks.read(row * columns, columns);
            float[] source = (float[]) blocks.array();
            float[] target = out.floats();
            int at = out.base() + to;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case DOUBLES ->
          (row, indices, to) -> {
            blocks.read(row * columns, columns);
            double[] source = (double[]) blocks.array();
            double[] target = out.doubles();
            int at = out.base() + to;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case LONGS ->
          (row, indices, to) -> {
            blocks.read(row * columns, columns);
            long[] source = (long[]) blocks.array();
            long[] target = out.longs();
            int at = out.base() + to;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case INTS ->
          (row, indices, to) -> {
            blocks.read(row * columns, columns);
            int[] source = (int[]) blocks.array();
            int[] target = out.ints();
            int at = out.base() + to;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case SHORTS, BYTES, STRINGS ->
          throw new IllegalStateException(in.dtype() + " is not registered");
    };
  }

  private static RowCopy strings(Operand in, int columns, Operand out) {
    StringBlocks source = StringBlocks.of(in, in.layout().dims());
    return (row, indices, to) -> {
      for (int index : indices) {
        source.seek(row * columns + index);
        out.strings().append(source.storage(), source.next());
      }
    };
  }
}
