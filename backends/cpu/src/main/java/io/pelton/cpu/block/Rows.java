package io.pelton.cpu.block;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Relates the rows of a node to the elements of one of its outputs. */
public final class Rows {
  private final NodeSpec node;
  private final int elementsPerRow;

  public Rows(NodeSpec node, Operand out) {
    this.node = node;
    this.elementsPerRow = Math.toIntExact(out.layout().elements() / node.rows());
  }

  /** Elements of the first {@code rows} rows. */
  public int elements(int rows) {
    return rows * elementsPerRow;
  }

  /**
   * The error for an output element that can't be computed; it names the row where the node has
   * rows.
   */
  public InvalidValue invalid(int element, String reason) {
    return node.invalid(node.rows() == 1 ? -1 : element / elementsPerRow, reason);
  }
}
