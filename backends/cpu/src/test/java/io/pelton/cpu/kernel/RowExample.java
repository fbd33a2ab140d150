package io.pelton.cpu.kernel;

import io.pelton.cpu.testing.ExtentNode;
import io.pelton.engine.graph.Op;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * An op with operands of {@link #ROWS} rows.
 *
 * @param rowOperands which of the operands have rows
 * @param operands packed on the heap; null where absent
 */
public record RowExample(Op op, Set<Integer> rowOperands, List<Tensor> operands) {
  public static final int ROWS = 9;

  /** Whose first operand alone has rows. */
  static RowExample of(Op op, Tensor... operands) {
    return of(op, Set.of(0), operands);
  }

  static RowExample of(Op op, Set<Integer> rowOperands, Tensor... operands) {
    return new RowExample(op, rowOperands, Arrays.asList(operands));
  }

  /** Bound for at most so many rows. */
  public ExtentNode node(int rows) {
    return new ExtentNode(op, rows, rowOperands, operands);
  }
}
