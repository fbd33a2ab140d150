package io.pelton.cpu.property.naive;

import io.pelton.cpu.math.Decay;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reductions, ArgMax and Softmax. */
final class NaiveReductions {
  private NaiveReductions() {}

  static Grid apply(ReduceOp op, List<Grid> in) {
    Grid x = in.get(0);
    if (op instanceof ReduceOp.Reduce reduce) {
      return reduce(reduce, x, in.size() > 1 ? in.get(1) : null);
    }
    if (op instanceof ReduceOp.Cumulate cumulate) {
      return cumulate(cumulate, x, in.get(1));
    }
    if (op instanceof ReduceOp.ArgMax argMax) {
      return argMax(argMax, x);
    }
    if (op instanceof ReduceOp.Softmax softmax) {
      return softmax(softmax, x);
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }

  private static Grid reduce(ReduceOp.Reduce op, Grid x, Grid axes) {
    boolean[] reduced = new boolean[x.rank()];
    long[] given = axes == null ? new long[0] : axes.toIntegers();
    Arrays.fill(reduced, given.length == 0 && !op.noopWithEmptyAxes());
    for (long axis : given) {
      reduced[Index.axis(axis, x.rank())] = true;
    }
    Runs runs = new Runs(x.dims(), reduced);
    int[] dims = op.keepDims() ? runs.keptDims() : runs.outerDims();
    DType dtype = x.dtype();
    return dtype.isFloat()
        ? Grid.ofReals(dtype, dims, i -> reals(op.kind(), dtype, runs.reals(x, i)))
        : Grid.ofIntegers(dtype, dims, i -> integers(op.kind(), dtype, runs.integers(x, i)));
  }

  private static double reals(OpKind kind, DType dtype, double... run) {
    return switch (kind) {
      case REDUCE_SUM -> Sums.of(dtype, run);
      case REDUCE_MEAN ->
          dtype == DType.F64
              ? Sums.of(dtype, run) / run.length
              : (float) Sums.of(dtype, run) / (float) run.length;
      case REDUCE_MAX -> Arrays.stream(run).reduce(Double.NEGATIVE_INFINITY, Math::max);
      case REDUCE_MIN -> Arrays.stream(run).reduce(Double.POSITIVE_INFINITY, Math::min);
      case REDUCE_PROD -> Sums.product(dtype, run);
      default -> throw new IllegalArgumentException(kind + " is no reduction");
    };
  }

  private static long integers(OpKind kind, DType dtype, long... run) {
    long sum = Grid.wrap(dtype.accumulator(), Arrays.stream(run).sum());
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    long largest = isSigned ? (1L << (dtype.bits() - 1)) - 1 : (1L << dtype.bits()) - 1;
    long smallest = isSigned ? -largest - 1 : 0;
    return switch (kind) {
      case REDUCE_SUM -> sum;
      case REDUCE_MEAN -> {
        Rejected.unless(run.length > 0, "there is no mean of no integers");
        yield sum / run.length;
      }
      case REDUCE_MAX -> Arrays.stream(run).reduce(smallest, Math::max);
      case REDUCE_MIN -> Arrays.stream(run).reduce(largest, Math::min);
      case REDUCE_PROD -> Arrays.stream(run).reduce(1, (a, b) -> a * b);
      default -> throw new IllegalArgumentException(kind + " is no reduction");
    };
  }

  private static Grid cumulate(ReduceOp.Cumulate op, Grid x, Grid axis) {
    boolean[] along = new boolean[x.rank()];
    along[Index.axis(axis.toIntegers()[0], x.rank())] = true;
    Runs runs = new Runs(x.dims(), along);
    boolean isSum = op.kind() == OpKind.CUM_SUM;
    double[] reals = new double[x.size()];
    long[] integers = new long[x.size()];
    for (int run = 0; run < Index.size(runs.outerDims()) && x.size() > 0; run++) {
      List<Integer> positions = new ArrayList<>(runs.positions(run));
      if (op.isReverse()) {
        Collections.reverse(positions);
      }
      double real = isSum ? 0 : 1;
      long integer = isSum ? 0 : 1;
      for (int at : positions) {
        double nextReal = x.dtype().isFloat() ? next(x.dtype(), isSum, real, x.real(at)) : 0;
        long y = x.dtype().isFloat() ? 0 : x.integer(at);
        long nextInteger = isSum ? integer + y : integer * y;
        reals[at] = op.isExclusive() ? real : nextReal;
        integers[at] = op.isExclusive() ? integer : nextInteger;
        real = nextReal;
        integer = nextInteger;
      }
    }
    return x.dtype().isFloat()
        ? Grid.ofReals(x.dtype(), x.dims(), i -> reals[i])
        : Grid.ofIntegers(x.dtype(), x.dims(), i -> integers[i]);
  }

  private static double next(DType dtype, boolean isSum, double x, double y) {
    if (dtype == DType.F64) {
      return isSum ? x + y : x * y;
    }
    return isSum ? (float) x + (float) y : (float) x * (float) y;
  }

  private static Grid argMax(ReduceOp.ArgMax op, Grid x) {
    boolean[] reduced = new boolean[x.rank()];
    reduced[Index.axis(op.axis(), x.rank())] = true;
    Runs runs = new Runs(x.dims(), reduced);
    int[] dims = op.keepDims() ? runs.keptDims() : runs.outerDims();
    return Grid.ofIntegers(DType.I64, dims, i -> largest(runs.positions(i), x, op.selectLast()));
  }

  private static int largest(List<Integer> run, Grid x, boolean isLast) {
    Rejected.unless(!run.isEmpty(), "nothing is the largest of nothing");
    int best = 0;
    for (int n = 1; n < run.size(); n++) {
      int order = order(x, run.get(n), run.get(best));
      best = order > 0 || (order == 0 && isLast) ? n : best;
    }
    return best;
  }

  /** NaN is the largest, both zeros are alike. */
  private static int order(Grid x, int i, int j) {
    return x.dtype().isFloat()
        ? Double.compare(x.real(i) + 0.0, x.real(j) + 0.0)
        : Long.compare(x.integer(i), x.integer(j));
  }

  private static Grid softmax(ReduceOp.Softmax op, Grid x) {
    int axis = Index.axis(op.axis(), Math.max(x.rank(), 1));
    boolean[] summed = new boolean[x.rank()];
    for (int at = axis; at < x.rank(); at++) {
      summed[at] = at == axis || op.flatten();
    }
    Runs runs = new Runs(x.dims(), summed);
    double[] shares = new double[x.size()];
    for (int run = 0; run < Index.size(runs.outerDims()) && shares.length > 0; run++) {
      List<Integer> positions = new ArrayList<>(runs.positions(run));
      double[] own = softmax(x.dtype(), runs.reals(x, run));
      for (int n = 0; n < own.length; n++) {
        shares[positions.get(n)] = own[n];
      }
    }
    return Grid.ofReals(x.dtype(), x.dims(), i -> shares[i]);
  }

  private static double[] softmax(DType dtype, double... run) {
    double max = Arrays.stream(run).reduce(Double.NEGATIVE_INFINITY, Math::max);
    boolean isWide = dtype == DType.F64;
    double[] powers =
        Arrays.stream(run)
            .map(x -> isWide ? StrictMath.exp(x - max) : Decay.of((float) max - (float) x))
            .toArray();
    double sum = Sums.of(dtype, powers);
    return Arrays.stream(powers)
        .map(power -> isWide ? power * (1 / sum) : (float) power * (1 / (float) sum))
        .toArray();
  }
}
