package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/** Attention of queries to keys, which weighs values. */
public sealed interface AttentionOp extends Op {
  /** What is done to the product of queries and keys. */
  enum Scaling {
    NONE,
    MULTIPLY,
    DIVIDE
  }

  /**
   * Scaled dot-product attention: {@code softmax(scale(q * k') + mask) * v}. Operands: q [B, H, M,
   * D], k [B, G, N, D], v [B, G, N, E], then optionally a mask that is added and broadcasts to [B,
   * H, M, N]. H is a multiple of G: neighbouring heads share keys and values. Output: [B, H, M, E].
   * Every step is rounded to the operands' dtype, as if the steps were nodes of their own. A query
   * that may look at no key gives NaN.
   *
   * @param scaling how the scores are scaled
   * @param scale by which number, rounded to the dtype; not read without scaling
   * @param causal query m looks at keys 0 to m only; M and N have to be fixed
   */
  record Attention(Scaling scaling, double scale, boolean causal)
      implements AttentionOp, Decomposable {
    private static final int MASK = 3;

    @Override
    public OpKind kind() {
      return OpKind.ATTENTION;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      ConvRule.checkDType(in, 1, "k", dtype);
      ConvRule.checkDType(in, 2, "v", dtype);
      ConvRule.checkDType(in, MASK, "the mask", dtype);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape q = in.shape(0);
      Shape k = in.shape(1);
      Shape v = in.shape(2);
      in.check(
          q.rank() == 4 && k.rank() == 4 && v.rank() == 4,
          "q, k and v should have 4 axes but are " + q + ", " + k + ", " + v);
      checkSame(in, k.extent(3), q.extent(3), "features of q and k");
      checkSame(in, k.extent(2), v.extent(2), "numbers of keys and values");
      checkSame(in, k.extent(1), v.extent(1), "heads of k and v");
      groups(in.shape(0), in.shape(1), in);
      Extent batch =
          Broadcast.of(
                  in,
                  Broadcast.of(in, Shape.of(q.extent(0)), Shape.of(k.extent(0))),
                  Shape.of(v.extent(0)))
              .extent(0);
      if (in.has(MASK)) {
        Shape scores = Shape.of(batch, q.extent(1), q.extent(2), k.extent(2));
        Broadcast.checkInto(in, in.shape(MASK), scores);
      }
      in.check(
          !causal || (q.extent(2).isFixed() && k.extent(2).isFixed()),
          "the numbers of queries and keys should be fixed but are " + q + " and " + k);
      return List.of(Shape.of(batch, q.extent(1), q.extent(2), v.extent(3)));
    }

    private static void checkSame(Inference in, Extent left, Extent right, String what) {
      in.check(
          !left.isFixed() || !right.isFixed() || left.max() == right.max(),
          what + " should be the same but are " + left + " and " + right);
    }

    /** Heads of q that share one head of k. */
    private static int groups(Shape q, Shape k, Inference in) {
      Extent heads = q.extent(1);
      Extent shared = k.extent(1);
      boolean isKnown = heads.isFixed() && shared.isFixed();
      in.check(isKnown, "the numbers of heads should be fixed but are " + heads + ", " + shared);
      boolean divides = shared.max() > 0 ? heads.max() % shared.max() == 0 : heads.max() == 0;
      in.check(divides, heads + " heads of q are no multiple of the " + shared + " of k");
      return shared.max() == 0 ? 1 : (int) (heads.max() / shared.max());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return IntStream.range(0, in.count())
          .allMatch(operand -> !in.hasRows(operand) || in.shape(operand).rank() == 4);
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId q = operands.get(0);
      ValueId k = repeated(graph, name, operands, 1);
      ValueId turned = graph.apply(name, new ViewOp.Transpose(List.of(0, 1, 3, 2)), k);
      ValueId scores = graph.apply(name, new LinalgOp.MatMul(), q, turned);
      if (scaling != Scaling.NONE) {
        OpKind kind = scaling == Scaling.MULTIPLY ? OpKind.MUL : OpKind.DIV;
        Tensor factor = Tensor.of(new double[] {scale});
        scores = graph.apply(name, new Binary(kind), scores, like(graph, name, q, factor));
      }
      if (operands.size() > MASK && !operands.get(MASK).isAbsent()) {
        scores = graph.apply(name, new Binary(OpKind.ADD), scores, operands.get(MASK));
      }
      if (causal) {
        Tensor future = future(shape(graph, q).extent(2).max(), shape(graph, k).extent(2).max());
        scores = graph.apply(name, new Binary(OpKind.ADD), scores, like(graph, name, q, future));
      }
      ValueId weights = graph.apply(name, new ReduceOp.Softmax(-1, false), scores);
      ValueId v = repeated(graph, name, operands, 2);
      return List.of(graph.apply(name, new LinalgOp.MatMul(), weights, v));
    }

    private static Shape shape(Graph graph, ValueId value) {
      return ((ValueType.TensorType) graph.type(value)).shape();
    }

    /** Keys or values with a head for each of q. */
    private static ValueId repeated(Graph graph, String name, List<ValueId> operands, int operand) {
      ValueId value = operands.get(operand);
      int heads = (int) shape(graph, operands.get(0)).extent(1).max();
      int shared = (int) shape(graph, value).extent(1).max();
      if (heads == shared) {
        return value;
      }
      long[] heads0 = IntStream.range(0, heads).mapToLong(h -> h / (heads / shared)).toArray();
      ValueId indices = graph.constant(name + ".heads", Tensor.of(heads0, heads));
      return graph.apply(name, new ShapeOp.Gather(1), value, indices);
    }

    /** 0 where a query may look, negative infinity where it may not. */
    private static Tensor future(long queries, long keys) {
      double[] mask = new double[Math.toIntExact(queries * keys)];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = i % keys > i / keys ? Double.NEGATIVE_INFINITY : 0;
      }
      return Tensor.of(mask, queries, keys);
    }

    private static ValueId like(Graph graph, String name, ValueId value, Tensor constant) {
      DType dtype = ((ValueType.TensorType) graph.type(value)).dtype();
      ValueId doubles = graph.constant(name + ".constant", constant);
      return dtype == DType.F64 ? doubles : graph.apply(name, new Cast(dtype), doubles);
    }
  }
}
