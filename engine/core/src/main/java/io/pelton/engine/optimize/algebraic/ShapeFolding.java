package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.FoldingRule;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Integer values that follow from shapes alone become constants. */
final class ShapeFolding extends ExactRule implements FoldingRule {
  ShapeFolding() {
    super(
        "shape-folding",
        Set.of(),
        "integers that follow from shapes: Shape, then Gather, Slice, Concat, arithmetic",
        "the constant");
  }

  @Override
  public Optional<List<ValueId>> fold(Graph graph, NodeId node) {
    ValueId output = new ValueId(node, 0);
    if (graph.op(node) instanceof SourceOp || graph.types(node).size() != 1) {
      return Optional.empty();
    }
    return graph
        .integers(output)
        .filter(values -> values.stream().allMatch(DynScalar::isConstant))
        .filter(values -> ((TensorType) graph.type(output)).shape().isFixed())
        .map(values -> List.of(graph.constant(graph.name(node), tensor(graph, output, values))));
  }

  private static Tensor tensor(Graph graph, ValueId output, List<DynScalar> values) {
    TensorType type = (TensorType) graph.type(output);
    long[] longs = values.stream().mapToLong(DynScalar::constant).toArray();
    if (type.dtype() == DType.I64) {
      return Tensor.of(longs, type.shape().dims());
    }
    int[] ints = new int[longs.length];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = (int) longs[i];
    }
    return Tensor.of(ints, type.shape().dims());
  }
}
