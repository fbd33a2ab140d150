package io.pelton.engine.graph;

import java.util.List;

/**
 * An op that other ops can stand for: what a backend without a kernel for it runs, and what its
 * kernels have to agree with bit for bit. Implemented by {@link Op} records.
 */
public interface Decomposable {
  /**
   * Appends nodes that compute the same from the same operands.
   *
   * @param name of the node that they stand for; they carry it too
   * @param operands of that node, absent optional ones included; their ranks are known
   * @return one value for each output slot
   * @throws io.pelton.engine.error.InvalidOp when the operands break one of the op's rules
   */
  List<ValueId> decompose(Graph graph, String name, List<ValueId> operands);
}
