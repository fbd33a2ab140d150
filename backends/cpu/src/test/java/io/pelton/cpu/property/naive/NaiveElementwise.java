package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/** Elementwise ops, stretching operands where they broadcast. */
final class NaiveElementwise {
  private NaiveElementwise() {}

  static Grid apply(ElementwiseOp op, List<Grid> in) {
    if (op instanceof ElementwiseOp.Identity) {
      return in.get(0);
    }
    if (op instanceof ElementwiseOp.Unary unary) {
      return unary(unary.kind(), in.get(0));
    }
    if (op instanceof ElementwiseOp.Binary binary) {
      return binary(binary.kind(), in.get(0), in.get(1));
    }
    if (op instanceof ElementwiseOp.Where) {
      return where(in.get(0), in.get(1), in.get(2));
    }
    if (op instanceof ElementwiseOp.Clip) {
      return clip(in.get(0), in.size() > 1 ? in.get(1) : null, in.size() > 2 ? in.get(2) : null);
    }
    if (op instanceof ElementwiseOp.Cast cast) {
      return NaiveCasts.apply(in.get(0), cast.to());
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }

  static Grid unary(OpKind kind, Grid x) {
    if (x.dtype().isFloat()) {
      DoubleUnaryOperator function = Functions.unary(kind, x.dtype());
      return Grid.ofReals(x.dtype(), x.dims(), i -> function.applyAsDouble(x.real(i)));
    }
    return Grid.ofIntegers(x.dtype(), x.dims(), i -> Functions.unary(kind, x.integer(i)));
  }

  private static Grid binary(OpKind kind, Grid x, Grid y) {
    Rejected.unless(x.dtype() == y.dtype(), "dtypes differ");
    int[] dims = Index.broadcast(x.dims(), y.dims());
    Stretched left = new Stretched(x, dims);
    Stretched right = new Stretched(y, dims);
    if (Functions.isComparison(kind)) {
      return Grid.ofIntegers(
          DType.BOOL, dims, i -> Functions.holds(kind, left.order(right, i)) ? 1 : 0);
    }
    if (x.dtype().isFloat()) {
      DoubleBinaryOperator function = Functions.binary(kind, x.dtype());
      return Grid.ofReals(
          x.dtype(), dims, i -> function.applyAsDouble(left.real(i), right.real(i)));
    }
    LongBinaryOperator function = Functions.binary(kind);
    return Grid.ofIntegers(
        x.dtype(), dims, i -> function.applyAsLong(left.integer(i), right.integer(i)));
  }

  private static Grid where(Grid condition, Grid x, Grid y) {
    Rejected.unless(x.dtype() == y.dtype(), "dtypes differ");
    int[] dims = Index.broadcast(Index.broadcast(condition.dims(), x.dims()), y.dims());
    Stretched choice = new Stretched(condition, dims);
    return Grid.moved(
        dims,
        x,
        i -> choice.integer(i) != 0 ? x : y,
        i -> new Stretched(choice.integer(i) != 0 ? x : y, dims).at(i));
  }

  private static Grid clip(Grid x, Grid low, Grid high) {
    Rejected.unless(low == null || low.size() == 1, "a bound is no scalar");
    Rejected.unless(high == null || high.size() == 1, "a bound is no scalar");
    if (!x.dtype().isFloat()) {
      long least = low == null ? Long.MIN_VALUE : low.integer(0);
      long most = high == null ? Long.MAX_VALUE : high.integer(0);
      return Grid.ofIntegers(
          x.dtype(), x.dims(), i -> Math.min(Math.max(x.integer(i), least), most));
    }
    return Grid.ofReals(
        x.dtype(),
        x.dims(),
        i -> {
          double raised = low != null && x.real(i) < low.real(0) ? low.real(0) : x.real(i);
          return high != null && raised > high.real(0) ? high.real(0) : raised;
        });
  }
}
