package io.pelton.cuda.kernel.embedding;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * What an embedding sum adds up.
 *
 * @param table or the summand as it is
 * @param indices null where the summand is taken as it is
 * @param places of the indices, or of the summand's rows, on the output's axes but the last
 * @param length rows of the table; 0 without indices
 * @param rowStride of the table
 * @param columnStride along the output's last axis
 */
record Summand(
    Operand table, Operand indices, Layout places, long length, long rowStride, long columnStride) {
  /**
   * @param dims of the output
   */
  static Summand gathered(Operand table, Operand indices, long... dims) {
    Layout rows = table.layout();
    Layout places = indices.layout().broadcastTo(Arrays.copyOf(dims, dims.length - 1));
    return new Summand(table, indices, places, rows.dim(0), rows.stride(0), rows.stride(1));
  }

  static Summand direct(Operand operand, long... dims) {
    int last = dims.length - 1;
    Layout layout = operand.layout().broadcastTo(dims);
    Layout places = Layout.of(Arrays.copyOf(dims, last), Arrays.copyOf(layout.strides(), last), 0);
    return new Summand(operand, null, places, 0, 0, layout.stride(last));
  }
}
