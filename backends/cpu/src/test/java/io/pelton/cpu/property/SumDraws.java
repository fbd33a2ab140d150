package io.pelton.cpu.property;

import io.pelton.cpu.property.Draft.Value;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NormOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reductions, norms and products. */
final class SumDraws {
  static final List<OpKind> REDUCTIONS =
      List.of(
          OpKind.REDUCE_SUM,
          OpKind.REDUCE_MEAN,
          OpKind.REDUCE_MAX,
          OpKind.REDUCE_MIN,
          OpKind.REDUCE_PROD);

  private SumDraws() {}

  static boolean reduce(Draft draft) {
    Optional<Value> picked = draft.pick(value -> value.dtype().isNumeric());
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    ReduceOp.Reduce op = new ReduceOp.Reduce(draft.any(REDUCTIONS), draft.oneIn(2), draft.oneIn(4));
    if (draft.oneIn(5)) {
      return draft.adds(op, x);
    }
    // rows are summed less often, since that makes a batch one whole
    long[] axes =
        IntStream.range(0, x.rank())
            .filter(axis -> draft.oneIn(axis == 0 ? 5 : 2))
            .mapToLong(axis -> draft.oneIn(2) ? axis : (long) axis - x.rank())
            .toArray();
    return (axes.length > 0 || draft.oneIn(4)) && draft.adds(op, x, draft.integers(axes));
  }

  private static int axis(Draft draft, Value x) {
    int axis = draft.oneIn(4) ? 0 : draft.random().nextInt(x.rank());
    return draft.oneIn(2) ? axis : axis - x.rank();
  }

  static boolean argMax(Draft draft) {
    return draft
        .pick(value -> value.rank() > 0 && value.dtype().isNumeric())
        .map(
            x -> draft.adds(new ReduceOp.ArgMax(axis(draft, x), draft.oneIn(2), draft.oneIn(2)), x))
        .orElse(false);
  }

  static boolean cumulate(Draft draft) {
    OpKind kind = draft.any(List.of(OpKind.CUM_SUM, OpKind.CUM_PROD));
    return draft
        .pick(value -> value.rank() > 0 && value.dtype().isNumeric())
        .map(
            x ->
                draft.adds(
                    new ReduceOp.Cumulate(kind, draft.oneIn(2), draft.oneIn(2)),
                    x,
                    draft.integers(axis(draft, x))))
        .orElse(false);
  }

  static boolean softmax(Draft draft) {
    return draft
        .pick(value -> value.rank() > 0 && value.dtype().isFloat())
        .map(x -> draft.adds(new ReduceOp.Softmax(axis(draft, x), draft.oneIn(4)), x))
        .orElse(false);
  }

  static boolean norm(Draft draft) {
    Optional<Value> picked = draft.pick(v -> v.rank() > 0 && v.dtype().isFloat());
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    int last = x.rank() - 1;
    int length = x.fixed(last);
    if (x.rank() > 1 && x.fixed(1) >= 0 && draft.oneIn(4)) {
      int channels = x.fixed(1);
      return draft.adds(
          new NormOp.BatchNorm(1e-3),
          x,
          vector(draft, x, channels),
          vector(draft, x, channels),
          vector(draft, x, channels),
          vector(draft, x, channels));
    }
    Value scale = vector(draft, x, length < 0 ? 1 : length);
    int axis = draft.oneIn(3) && last > 0 ? last - 1 : -1;
    return draft.oneIn(3)
        ? draft.adds(new NormOp.RmsNorm(axis, 1e-5f), x, scale)
        : draft.adds(new NormOp.LayerNorm(axis, 1e-5f), x, scale, draft.oneIn(2) ? scale : null);
  }

  private static Value vector(Draft draft, Value like, int length) {
    return draft.constant(draft.tensors().next(like.dtype(), length));
  }

  static boolean matMul(Draft draft) {
    Optional<Value> picked = draft.pick(v -> v.rank() > 0 && v.dtype().isNumeric());
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    if (draft.oneIn(3)) {
      Value y = draft.pick(v -> v.rank() > 0 && v.dtype() == x.dtype()).orElse(x);
      if (y.rank() == 2 && draft.oneIn(2)) {
        y = draft.add(new ViewOp.Transpose(List.of(1, 0)), y).get(0);
      }
      return draft.adds(new LinalgOp.MatMul(), x, y);
    }
    int inner = x.fixed(x.rank() - 1);
    if (inner < 0) {
      return false;
    }
    long columns = draft.random().nextInt(5);
    Value weights = draft.constant(draft.tensors().next(x.dtype(), inner, columns));
    boolean isDense = x.dtype().isFloat() && draft.oneIn(3);
    if (!isDense) {
      return draft.adds(new LinalgOp.MatMul(), x, weights);
    }
    Value bias = draft.oneIn(4) ? null : vector(draft, x, (int) columns);
    Value residual = draft.oneIn(2) ? null : vector(draft, x, draft.oneIn(2) ? 1 : (int) columns);
    return draft.adds(
        new LinalgOp.Dense(draft.any(List.of(Activation.values()))), x, weights, bias, residual);
  }

  static boolean gemm(Draft draft) {
    Optional<Value> picked = draft.pick(v -> v.rank() == 2 && v.dtype().isNumeric());
    if (picked.isEmpty()) {
      return false;
    }
    Value x = picked.get();
    boolean turnA = draft.oneIn(4);
    boolean turnB = draft.oneIn(2);
    int inner = x.fixed(turnA ? 0 : 1);
    if (inner < 0) {
      return false;
    }
    int columns = 1 + draft.random().nextInt(4);
    Tensor weights =
        turnB
            ? draft.tensors().next(x.dtype(), columns, inner)
            : draft.tensors().next(x.dtype(), inner, columns);
    boolean isPlain = x.dtype().isInteger() || draft.oneIn(2);
    float alpha = isPlain ? 1 : 0.75f;
    float beta = isPlain ? 1 : draft.oneIn(4) ? 0 : -1.5f;
    Value addend =
        draft.oneIn(3)
            ? null
            : draft.constant(draft.tensors().next(x.dtype(), draft.oneIn(2) ? 1 : columns));
    return draft.adds(
        new LinalgOp.Gemm(alpha, beta, turnA, turnB), x, draft.constant(weights), addend);
  }
}
