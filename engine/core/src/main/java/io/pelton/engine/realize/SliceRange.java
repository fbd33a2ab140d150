package io.pelton.engine.realize;

import io.pelton.engine.error.CapacityExceeded;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DynScalar;
import java.util.Optional;

/**
 * A run of indices that has to lie within an axis, where that depends on symbols.
 *
 * @param where names the node
 * @param whole the length of the axis
 */
record SliceRange(String where, DynScalar start, DynScalar length, DynScalar whole) {
  /** Of a node that reads or writes such a run; what only a run can tell is left to its kernel. */
  static Optional<SliceRange> of(Graph graph, NodeId node) {
    Inference in = graph.inference(node);
    String where = "node '" + graph.name(node) + "'";
    SliceRange range = null;
    if (graph.op(node) instanceof Narrow op && in.shape(0).isRanked()) {
      range = new SliceRange(where, op.start(), op.length(), length(in, 0, op.axis()));
    } else if (graph.op(node) instanceof WriteSlice op
        && in.shape(0).isRanked()
        && in.shape(1).isRanked()) {
      // a ring has no end, and an offset is known to the kernel alone
      boolean isOpen = op.rotating() || in.has(2);
      DynScalar start = isOpen ? DynScalar.of(0) : op.start();
      range = new SliceRange(where, start, length(in, 1, op.axis()), length(in, 0, op.axis()));
    }
    return Optional.ofNullable(range)
        .filter(found -> !found.start.isConstant() || !found.length.isConstant());
  }

  private static DynScalar length(Inference in, int operand, int axis) {
    return DynScalar.of(in.shape(operand).extent(in.axis(axis, in.shape(operand).rank())));
  }

  /**
   * Checks the range, where all of it is known.
   *
   * @throws CapacityExceeded when it ends behind the axis
   */
  void check(SymEnv given, SymEnv produced) {
    long first = value(start, given, produced);
    long count = value(length, given, produced);
    long end = value(whole, given, produced);
    if (first < 0 || count < 0 || end < 0 || first <= end - count) {
      return;
    }
    if (!start.isConstant() && count <= end) {
      throw new CapacityExceeded(where, name(start), first, end - count);
    }
    if (!length.isConstant() && first <= end) {
      throw new CapacityExceeded(where, name(length), count, end - first);
    }
  }

  private static String name(DynScalar symbolic) {
    return symbolic.extent().symbol().name();
  }

  private static long value(DynScalar scalar, SymEnv given, SymEnv produced) {
    return scalar.isConstant()
        ? scalar.constant()
        : SymbolUses.value(scalar.extent().symbol(), given, produced);
  }
}
