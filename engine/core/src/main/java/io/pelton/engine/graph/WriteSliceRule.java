package io.pelton.engine.graph;

import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;

/** What can be known of a write-slice before it runs. */
final class WriteSliceRule {
  private WriteSliceRule() {}

  static void check(Inference in, WriteSlice op) {
    Shape target = in.shape(0);
    Shape update = in.shape(1);
    in.check(
        target.rank() == update.rank() && target.rank() > 0,
        "target " + target + " and update " + update + " should have one rank of at least 1");
    int written = in.axis(op.axis(), target.rank());
    for (int axis = 0; axis < target.rank(); axis++) {
      checkLengths(in, target, update, axis, axis == written);
    }
    if (in.has(2)) {
      Shape start = in.shape(2);
      boolean isScalar = !start.isFixed() || Layout.elements(start.dims()) == 1;
      in.check(isScalar, "the start should be a scalar but is " + start);
    } else if (op.start().isConstant() && !op.rotating()) {
      checkRange(in, op.start().constant(), target.extent(written), update.extent(written));
    }
  }

  private static void checkLengths(
      Inference in, Shape target, Shape update, int axis, boolean mayBeShorter) {
    Extent to = target.extent(axis);
    Extent from = update.extent(axis);
    boolean isFixed = to.isFixed() && from.isFixed();
    boolean fits = mayBeShorter ? from.max() <= to.max() : from.max() == to.max();
    in.check(
        !isFixed || fits,
        "update "
            + update
            + (mayBeShorter ? " is longer than target " : " should be as long as target ")
            + target
            + " along axis "
            + axis);
  }

  private static void checkRange(Inference in, long start, Extent target, Extent update) {
    boolean isFixed = target.isFixed() && update.isFixed();
    in.check(
        start >= 0 && (!isFixed || start <= target.max() - update.max()),
        "an update of length "
            + update
            + " at "
            + start
            + " exceeds the axis of length "
            + target
            + "; make the slice rotating if it should wrap around");
  }
}
