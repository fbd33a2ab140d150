package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.graph.Inference;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Parameters that go with the columns, the last axis, of an operand. */
final class ColumnParameters {
  private ColumnParameters() {}

  /** Length of the last axis; 1 for a scalar. */
  static int columns(Operand in) {
    Layout layout = in.layout();
    return layout.rank() == 0 ? 1 : Math.toIntExact(layout.dim(layout.rank() - 1));
  }

  /**
   * Checks that there is one parameter, for all columns, or one for each.
   *
   * @return the distance between the parameters of neighbouring columns: 0 or 1
   */
  static int step(Inference inference, String name, int count, int columns) {
    inference.check(
        count == 1 || count == columns,
        "should have 1 or " + columns + " values of '" + name + "' but has " + count);
    return count == 1 ? 0 : 1;
  }
}
