package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.Store;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.StringStorage;

/** ArrayFeatureExtractor; indices may change from run to run, and negative ones are refused. */
final class ArrayFeatureExtractorKernel implements FixedKernel {
  /** Copies chosen columns of one source row. */
  @FunctionalInterface
  private interface RowCopy {
    /**
     * @param array of the dtype's carrier, written from {@code at} on
     */
    void copy(int row, int[] indices, Object array, int at);
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    int columns = ColumnParameters.columns(in[0]);
    int count = Math.toIntExact(in[1].layout().elements());
    int[] indices = new int[count];
    LongBlocks blocks = LongBlocks.of(in[1], in[1].layout(), count);
    Rows rows = new Rows(node, out[0]);
    if (in[0].dtype() == DType.STRING) {
      StringBlocks source = StringBlocks.of(in[0], in[0].layout().dims());
      return active -> {
        blocks.read(0, count);
        check(node, blocks, columns, indices);
        copyStrings(source, columns, indices, rows.elements(active) / count, out[0].strings());
      };
    }
    RowCopy copy = numbers(in[0], columns);
    Object scratch = in[0].dtype().carrier().allocate(count);
    return active -> {
      blocks.read(0, count);
      check(node, blocks, columns, indices);
      int end = rows.elements(active) / count;
      for (int row = 0; row < end; row++) {
        if (out[0].isNative()) {
          copy.copy(row, indices, scratch, 0);
          Store.put(scratch, 0, count, out[0], (int) out[0].offset() + row * count);
        } else {
          copy.copy(row, indices, out[0].heap().array(), out[0].base() + row * count);
        }
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

  private static RowCopy numbers(Operand in, int columns) {
    RawBlocks blocks = new RawBlocks(in, in.layout(), columns);
    return switch (in.dtype().carrier()) {
      case FLOATS ->
          (row, indices, array, at) -> {
            blocks.read(row * columns, columns);
            float[] source = (float[]) blocks.array();
            float[] target = (float[]) array;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case DOUBLES ->
          (row, indices, array, at) -> {
            blocks.read(row * columns, columns);
            double[] source = (double[]) blocks.array();
            double[] target = (double[]) array;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case LONGS ->
          (row, indices, array, at) -> {
            blocks.read(row * columns, columns);
            long[] source = (long[]) blocks.array();
            long[] target = (long[]) array;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case INTS ->
          (row, indices, array, at) -> {
            blocks.read(row * columns, columns);
            int[] source = (int[]) blocks.array();
            int[] target = (int[]) array;
            for (int i = 0; i < indices.length; i++) {
              target[at + i] = source[blocks.at() + indices[i]];
            }
          };
      case SHORTS, BYTES, STRINGS ->
          throw new IllegalStateException(in.dtype() + " is not registered");
    };
  }

  private static void copyStrings(
      StringBlocks source, int columns, int[] indices, int rows, StringStorage target) {
    target.clear();
    for (int row = 0; row < rows; row++) {
      for (int index : indices) {
        source.seek(row * columns + index);
        target.append(source.storage(), source.next());
      }
    }
  }
}
