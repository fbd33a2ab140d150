package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.QuantizeOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.FoldingRule;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A node whose operands are all constant is computed now, by the kernels that would run it later,
 * unless the result would take much more memory than the operands do.
 */
final class ConstantFolding extends ExactRule implements FoldingRule {
  /** Results up to this size are always folded. */
  private static final long SMALL_BYTES = 1 << 20;

  /** As from 8-bit weights to 64 bits. */
  private static final long MAX_GROWTH = 8;

  private final Evaluator evaluator;
  private final boolean keepsQuantized;

  /**
   * @param keepsQuantized leaves Dequantize of 8-bit and 16-bit constants as it is
   */
  ConstantFolding(Evaluator evaluator, boolean keepsQuantized) {
    super(
        "constant-folding",
        Set.of(),
        "any op on constants",
        "the constant, unless it has over 1 MiB and 8 times the operands' bytes");
    this.evaluator = evaluator;
    this.keepsQuantized = keepsQuantized;
  }

  @Override
  public Optional<List<ValueId>> fold(Graph graph, NodeId node) {
    if (!isFoldable(graph, node)) {
      return Optional.empty();
    }
    List<ValueId> operands = graph.operands(node);
    Value[] in = new Value[operands.size()];
    for (int i = 0; i < in.length; i++) {
      in[i] = operands.get(i).isAbsent() ? null : graph.constant(operands.get(i)).orElseThrow();
    }
    List<ValueId> folded = new ArrayList<>();
    for (Value value : evaluator.evaluate(graph.name(node), graph.op(node), in)) {
      folded.add(graph.constant(graph.name(node), evaluator.contiguous((Tensor) value)));
    }
    graph
        .op(node)
        .produces()
        .forEach((slot, symbol) -> graph.define(symbol, count(graph, folded.get(slot))));
    return Optional.of(folded);
  }

  private static long count(Graph graph, ValueId constant) {
    return graph.constant(constant).orElseThrow().toLongs()[0];
  }

  private boolean isFoldable(Graph graph, NodeId node) {
    if (graph.op(node) instanceof SourceOp
        || graph.op(node) instanceof ShapeOp.Copy
        || graph.op(node) instanceof GeneratorOp.Alloc
        || graph.op(node) instanceof ControlOp
        || graph.op(node).isRandom()
        || !graph.op(node).symbols().isEmpty()
        || (keepsQuantized && isQuantized(graph, node))) {
      return false;
    }
    long given = 0;
    for (ValueId operand : graph.operands(node)) {
      Optional<Tensor> constant = graph.constant(operand);
      if (!operand.isAbsent() && constant.isEmpty()) {
        return false;
      }
      given += constant.map(tensor -> tensor.storage().byteLength()).orElse(0L);
    }
    long limit = Math.max(SMALL_BYTES, MAX_GROWTH * given);
    return graph.types(node).stream().allMatch(type -> takesAtMost(limit, type));
  }

  private static boolean isQuantized(Graph graph, NodeId node) {
    return graph.op(node) instanceof QuantizeOp.Dequantize
        && graph.inference(node).dtype(0) != DType.I32;
  }

  /** What has no known size is computed to know it. */
  private static boolean takesAtMost(long limit, ValueType type) {
    if (!(type instanceof TensorType tensor)) {
      return false;
    }
    if (!tensor.shape().isFixed() || tensor.dtype() == DType.STRING) {
      return true;
    }
    long room = 8 * limit / tensor.dtype().bits();
    // the number of elements may be too large for a long
    long[] dims = tensor.shape().dims();
    boolean isEmpty = Arrays.stream(dims).anyMatch(dim -> dim == 0);
    for (long dim : dims) {
      room /= Math.max(dim, 1);
    }
    return isEmpty || room > 0;
  }
}
