package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.Calls;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Joins operands: those that are matrices, with a row for each index of the axes before the joined
 * one, many in a launch; others one by one.
 */
final class ConcatKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout joined = out[0].layout();
    int axis = node.inference().axis(((Concat) node.op()).axis(), joined.rank());
    List<Call> calls = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    Join join = new Join(node, out[0], axis);
    long at = 0;
    for (Operand operand : in) {
      Optional<Part> part = Part.of(operand, axis);
      if (part.isEmpty() || parts.size() == Join.MAX_PARTS) {
        calls.add(join.of(parts, at));
        parts.clear();
      }
      long length = operand.layout().dim(axis);
      if (part.isEmpty()) {
        calls.add(copy(node, operand, out[0], axis, at));
      } else if (part.get().columns() > 0) {
        parts.add(part.get());
      }
      at += length;
    }
    calls.add(join.of(parts, at));
    return Calls.inOrder(calls);
  }

  private static Call copy(NodeSpec node, Operand from, Operand to, int axis, long at) {
    Layout whole = Layout.contiguous(to.layout().dims());
    Layout target = whole.slice(axis, at, from.layout().dim(axis), 1);
    Layout start = Layout.of(target.dims(), target.strides(), 0);
    return Copies.view(node, from, to, start, target.offset());
  }
}
