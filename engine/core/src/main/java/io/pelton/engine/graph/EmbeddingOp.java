package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Sums of rows that indices pick from tables. */
public sealed interface EmbeddingOp extends Op {
  private static void checkTable(Inference in, int operand) {
    DType dtype = in.dtype(operand);
    in.check(
        dtype.isFloat() && dtype == in.dtype(0),
        "tables should be of one float dtype but are " + in.dtype(0) + " and " + dtype);
  }

  private static void checkIndices(Inference in, int operand) {
    DType dtype = in.dtype(operand);
    in.check(
        dtype == DType.I64 || dtype == DType.I32, "indices should be I32 or I64 but are " + dtype);
  }

  private static Shape gathered(Inference in, int table, int indices) {
    Shape rows = in.shape(table);
    in.check(rows.rank() == 2, "table " + table + " should be [V, E] but is " + rows);
    List<Extent> extents = new ArrayList<>(in.shape(indices).extents());
    extents.add(rows.extent(1));
    return Shape.of(extents);
  }

  /**
   * {@code ((t0[i0] + t1[i1]) + t2[i2]) + ...} with broadcasting. Operands: all tables [V, E], then
   * as many indices [...], of which all have one dtype and may be negative. Where an index is
   * absent, its table is a summand as it is. Output: [..., E]. Every sum is rounded to the tables'
   * dtype.
   */
  record EmbeddingSum() implements EmbeddingOp, Decomposable {
    @Override
    public OpKind kind() {
      return OpKind.EMBEDDING_SUM;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.count() >= 2 && in.count() % 2 == 0, "should have as many indices as tables");
      int tables = in.count() / 2;
      int first = -1;
      for (int i = 0; i < tables; i++) {
        checkTable(in, i);
        if (in.has(tables + i)) {
          checkIndices(in, tables + i);
          first = first < 0 ? tables + i : first;
          in.check(in.dtype(first) == in.dtype(tables + i), "all indices should have one dtype");
        }
      }
      in.check(first >= 0, "should have indices of at least one table");
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape shape = summand(in, 0);
      for (int i = 1; i < in.count() / 2; i++) {
        shape = Broadcast.of(in, shape, summand(in, i));
      }
      return List.of(shape);
    }

    private static Shape summand(Inference in, int table) {
      int indices = in.count() / 2 + table;
      return in.has(indices) ? gathered(in, table, indices) : in.shape(table);
    }

    @Override
    public boolean isRowwise(Inference in) {
      int rank = shapes(in).get(0).rank();
      int tables = in.count() / 2;
      return IntStream.range(0, tables)
          .allMatch(
              table -> {
                boolean isGathered = in.has(tables + table);
                boolean hasRows = in.hasRows(isGathered ? tables + table : table);
                boolean isTableFixed = !isGathered || !in.hasRows(table);
                return isTableFixed && (!hasRows || summand(in, table).rank() == rank);
              });
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId sum = gather(graph, name, operands, 0);
      for (int i = 1; i < operands.size() / 2; i++) {
        sum = graph.apply(name, new Binary(OpKind.ADD), sum, gather(graph, name, operands, i));
      }
      return List.of(sum);
    }

    private static ValueId gather(Graph graph, String name, List<ValueId> operands, int table) {
      ValueId indices = operands.get(operands.size() / 2 + table);
      return indices.isAbsent()
          ? operands.get(table)
          : graph.apply(name, new ShapeOp.Gather(0), operands.get(table), indices);
    }
  }

  /**
   * Sum or mean of the table rows that the last axis of the indices picks. Operands: table [V, E],
   * indices [..., L], possibly negative. Output: [..., E], in the order and precision of {@link
   * ReduceOp.Reduce}.
   *
   * @param reduction REDUCE_SUM or REDUCE_MEAN
   */
  record EmbeddingBag(OpKind reduction) implements EmbeddingOp, Decomposable {
    @Override
    public OpKind kind() {
      return OpKind.EMBEDDING_BAG;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          reduction == OpKind.REDUCE_SUM || reduction == OpKind.REDUCE_MEAN,
          reduction + " is neither a sum nor a mean");
      checkTable(in, 0);
      checkIndices(in, 1);
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      in.check(in.shape(1).rank() > 0, "indices should not be a scalar");
      List<Extent> extents = new ArrayList<>(gathered(in, 0, 1).extents());
      extents.remove(extents.size() - 2);
      return List.of(Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(0) && in.shape(1).rank() > 1;
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId rows = graph.apply(name, new ShapeOp.Gather(0), operands.get(0), operands.get(1));
      ValueId axis = graph.constant(name + ".axis", Tensor.of(new long[] {-2}, 1));
      ReduceOp.Reduce reduce = new ReduceOp.Reduce(reduction, false, false);
      return List.of(graph.apply(name, reduce, rows, axis));
    }
  }
}
