package io.pelton.engine.optimize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A node whose operands are all constant is computed now, by the kernels that would run it later.
 */
final class ConstantFolding implements Rule {
  private final Evaluator evaluator;

  ConstantFolding(Evaluator evaluator) {
    this.evaluator = evaluator;
  }

  @Override
  public String name() {
    return "constant-folding";
  }

  @Override
  public Exactness exactness() {
    return Exactness.EXACT;
  }

  @Override
  public Optional<List<ValueId>> apply(Graph graph, NodeId node) {
    List<ValueId> operands = graph.operands(node);
    boolean isConstant =
        operands.stream().allMatch(value -> value.isAbsent() || graph.constant(value).isPresent());
    boolean isFoldable =
        !(graph.op(node) instanceof SourceOp)
            && graph.op(node).kind() != OpKind.ALLOC
            && graph.op(node).symbols().isEmpty()
            && graph.types(node).stream().allMatch(TensorType.class::isInstance);
    if (!isConstant || !isFoldable) {
      return Optional.empty();
    }
    Value[] in = new Value[operands.size()];
    for (int i = 0; i < in.length; i++) {
      in[i] = operands.get(i).isAbsent() ? null : graph.constant(operands.get(i)).orElseThrow();
    }
    List<ValueId> folded = new ArrayList<>();
    for (Value value : evaluator.evaluate(graph.name(node), graph.op(node), in)) {
      folded.add(graph.constant(graph.name(node), evaluator.contiguous((Tensor) value)));
    }
    return Optional.of(folded);
  }
}
