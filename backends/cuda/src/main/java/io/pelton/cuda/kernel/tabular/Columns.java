package io.pelton.cuda.kernel.tabular;

import io.pelton.engine.graph.Inference;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** What kernels that go by the columns of a table, its last axis, ask of operands. */
final class Columns {
  /** The file of this family's kernels. */
  static final String MODULE = "tabular";

  private Columns() {}

  /** Length of the last axis; 1 for a scalar. */
  static int of(Operand in) {
    Layout layout = in.layout();
    return layout.rank() == 0 ? 1 : Math.toIntExact(layout.dim(layout.rank() - 1));
  }

  /** Elements before the last axis; 1 for a vector. */
  static int rows(Operand in) {
    int columns = of(in);
    return columns == 0 ? 0 : Math.toIntExact(in.layout().elements() / columns);
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
