package io.pelton.onnx.op;

import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.DistinctSlices;
import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.graph.IndexOp.ScatterSlices;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Operators that read or write elements where integers say. */
final class IndexOperators {
  private static final List<Combination> BASIC =
      List.of(Combination.REPLACE, Combination.ADD, Combination.MULTIPLY);
  private static final List<Combination> ALL = List.of(Combination.values());

  private IndexOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("GatherElements", 11, IndexOperators::gatherElements);
    ops.add("GatherND", 11, node -> gatherSlices(node, 0));
    ops.add(
        "GatherND",
        12,
        node -> gatherSlices(node, node.attributes().smallInteger("batch_dims", 0)));
    ops.add("Scatter", 9, node -> scatterElements(node, Combination.REPLACE));
    ops.add("ScatterElements", 11, node -> scatterElements(node, Combination.REPLACE));
    ops.add("ScatterElements", 16, node -> scatterElements(node, reduction(node, BASIC)));
    ops.add("ScatterElements", 18, node -> scatterElements(node, reduction(node, ALL)));
    ops.add("ScatterND", 11, node -> scatterSlices(node, Combination.REPLACE));
    ops.add("ScatterND", 16, node -> scatterSlices(node, reduction(node, BASIC)));
    ops.add("ScatterND", 18, node -> scatterSlices(node, reduction(node, ALL)));
    ops.add("TensorScatter", 24, IndexOperators::tensorScatter);
    ops.add("Compress", 9, IndexOperators::compress);
    ops.add("ReverseSequence", 10, IndexOperators::reverse);
    ops.add("Unique", 11, IndexOperators::unique);
  }

  private static List<ValueId> gatherElements(OnnxNode node) {
    node.expect(2);
    return node.apply(new GatherElements(node.attributes().smallInteger("axis", 0)));
  }

  private static List<ValueId> gatherSlices(OnnxNode node, int batchAxes) {
    node.expect(2);
    return node.apply(new GatherSlices(batchAxes));
  }

  private static List<ValueId> scatterElements(OnnxNode node, Combination combination) {
    node.expect(3);
    int axis = node.attributes().smallInteger("axis", 0);
    return node.apply(new ScatterElements(axis, combination));
  }

  private static List<ValueId> scatterSlices(OnnxNode node, Combination combination) {
    node.expect(3);
    return node.apply(new ScatterSlices(combination));
  }

  private static Combination reduction(OnnxNode node, List<Combination> allowed) {
    String name = node.attributes().text("reduction", "none");
    Combination combination =
        switch (name) {
          case "none" -> Combination.REPLACE;
          case "add" -> Combination.ADD;
          case "mul" -> Combination.MULTIPLY;
          case "max" -> Combination.MAX;
          case "min" -> Combination.MIN;
          default -> throw node.invalid("'reduction' is '" + name + "'");
        };
    node.check(
        allowed.contains(combination),
        "'reduction' is '" + name + "', which opset " + node.opset() + " doesn't have");
    return combination;
  }

  /** Each row's update goes to its own indices of an axis of the row. */
  private static List<ValueId> tensorScatter(OnnxNode node) {
    node.expect(2, 3);
    int rank = node.rank(0);
    int axis = axis(node, node.attributes().smallInteger("axis", -2), rank);
    node.check(axis > 0, "'axis' should not be the batch");
    String mode = node.attributes().text("mode", "linear");
    node.check(mode.equals("linear") || mode.equals("circular"), "'mode' is '" + mode + "'");
    node.check(node.rank(1) == rank, "the update " + node.shape(1) + " is not like the cache");
    Steps steps = new Steps(node);
    ValueId indices = steps.apply(new Iota(DType.I64, Shape.of(node.shape(1).extent(axis)), 0));
    if (node.has(2)) {
      indices = steps.binary(OpKind.ADD, steps.unsqueeze(node.operand(2), 1), indices);
    }
    AxisIndices numbers = new AxisIndices(node);
    ValueId length = numbers.lengthOf(node.operand(0), axis);
    if (mode.equals("circular")) {
      indices = numbers.remainder(indices, length);
    } else {
      // indices below 0 are refused like those beyond the end, and don't count from it
      ValueId isBelow = steps.binary(OpKind.LESS, indices, numbers.number(0));
      indices = steps.where(isBelow, length, indices);
    }
    // between the batch and the axis, and behind it, indices are the same
    int behind = rank - 1 - axis;
    int first = node.has(2) ? 1 : 0;
    long[] between = IntStream.range(first, first + axis - 1).asLongStream().toArray();
    indices = steps.unsqueeze(indices, between);
    int known = first + axis;
    indices =
        steps.unsqueeze(indices, IntStream.range(known, known + behind).asLongStream().toArray());
    ValueId whole = steps.apply(new ShapeOf(0, Long.MAX_VALUE), node.operand(1));
    return node.apply(
        new ScatterElements(axis, Combination.REPLACE),
        node.operand(0),
        steps.expand(indices, whole),
        node.operand(1));
  }

  /** Gathers what is where the condition is true. */
  private static List<ValueId> compress(OnnxNode node) {
    node.expect(2);
    node.check(node.dtype(1) == DType.BOOL, "the condition should be BOOL but is " + node.dtype(1));
    node.check(node.rank(1) == 1, "the condition should have one axis but is " + node.shape(1));
    Steps steps = new Steps(node);
    SymbolId count = node.freshSymbol();
    ValueId found = steps.apply(new NonZeroIndices(count), node.operand(1));
    ValueId indices =
        steps.apply(
            new Squeeze(),
            steps.apply(new Narrow(1, DynScalar.of(Extent.symbolic(count))), found),
            node.constant("axis", 0));
    boolean isFlat = !node.attributes().has("axis");
    ValueId data = isFlat ? flat(node) : node.operand(0);
    int axis = isFlat ? 0 : axis(node, node.attributes().smallInteger("axis", 0), node.rank(0));
    return node.apply(new Gather(axis), data, indices);
  }

  private static ValueId flat(OnnxNode node) {
    return new Steps(node).apply(new Reshape(false), node.operand(0), node.constant("shape", -1));
  }

  private static int axis(OnnxNode node, int axis, int rank) {
    node.check(axis >= -rank && axis < rank, "axis " + axis + " is outside of " + node.shape(0));
    return axis < 0 ? axis + rank : axis;
  }

  /** Within a sequence's length, time runs backwards. */
  private static List<ValueId> reverse(OnnxNode node) {
    node.expect(2);
    int time = node.attributes().smallInteger("time_axis", 0);
    int batch = node.attributes().smallInteger("batch_axis", 1);
    node.check(
        Math.min(time, batch) == 0 && Math.max(time, batch) == 1,
        "'time_axis' and 'batch_axis' should be 0 and 1 but are " + time + " and " + batch);
    int rank = node.rank(0);
    node.check(rank >= 2, "the input " + node.shape(0) + " has no axes of time and batch");
    Steps steps = new Steps(node);
    List<Integer> order = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
    Collections.swap(order, 0, batch);
    Integer[] turn = order.toArray(new Integer[0]);
    ValueId x = node.operand(0);
    ValueId data = batch == 0 ? x : steps.transpose(x, turn);
    ValueId steady = steps.apply(new Iota(DType.I64, Shape.of(node.shape(0).extent(time)), 0));
    ValueId lengths = steps.unsqueeze(node.operand(1), 1);
    ValueId one = node.constant("one", Tensor.of(new long[] {1}));
    ValueId backwards = steps.binary(OpKind.SUB, steps.binary(OpKind.SUB, lengths, one), steady);
    ValueId isWithin = steps.binary(OpKind.LESS, steady, lengths);
    ValueId indices = steps.unsqueeze(steps.where(isWithin, backwards, steady), 2);
    ValueId reversed = steps.apply(new GatherSlices(1), data, indices);
    return List.of(batch == 0 ? reversed : steps.transpose(reversed, turn));
  }

  /** The different slices are gathered from where each occurs first. */
  private static List<ValueId> unique(OnnxNode node) {
    node.expect(1);
    boolean isSorted = node.attributes().flag("sorted", true);
    boolean isFlat = !node.attributes().has("axis");
    ValueId data = isFlat ? flat(node) : node.operand(0);
    int axis = isFlat ? 0 : axis(node, node.attributes().smallInteger("axis", 0), node.rank(0));
    SymbolId count = node.freshSymbol();
    List<ValueId> found = node.apply(new DistinctSlices(axis, isSorted, count), data);
    Narrow narrow = new Narrow(0, DynScalar.of(Extent.symbolic(count)));
    Steps steps = new Steps(node);
    ValueId firsts = steps.apply(narrow, found.get(0));
    return List.of(
        steps.apply(new Gather(axis), data, firsts),
        firsts,
        found.get(1),
        steps.apply(narrow, found.get(2)));
  }
}
