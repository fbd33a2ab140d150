package io.pelton.onnx.op;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Einsum as steps: of every operand the diagonals are taken, then operands are multiplied one by
 * one from the left, and what no later one and not the result has is summed as soon as that is so.
 */
final class EinsumOperator {
  private final OnnxNode node;
  private final EinsumEquation equation;

  private EinsumOperator(OnnxNode node, EinsumEquation equation) {
    this.node = node;
    this.equation = equation;
  }

  static void addTo(OperatorFamily ops) {
    ops.add("Einsum", 12, EinsumOperator::einsum);
  }

  private static List<ValueId> einsum(OnnxNode node) {
    int count = Math.max(node.count(), 1);
    node.expect(count);
    DType dtype = node.dtype(0);
    for (int i = 0; i < count; i++) {
      node.check(node.dtype(i) == dtype, "inputs are of different types");
    }
    String text =
        node.attributes().required("equation", node.attributes().bytes("equation")).toStringUtf8();
    List<Integer> ranks = IntStream.range(0, count).mapToObj(node::rank).toList();
    EinsumOperator einsum = new EinsumOperator(node, EinsumEquation.parse(node, text, ranks));
    Steps steps = new Steps(node);
    ValueId value = einsum.value(wide(dtype));
    return List.of(steps.cast(value, dtype));
  }

  /** Integers wrap, so that it does not matter when. */
  private static DType wide(DType dtype) {
    return switch (dtype) {
      case F16, BF16 -> DType.F32;
      case I8, I16, U8, U16 -> DType.I32;
      default -> dtype;
    };
  }

  /**
   * @param dtype in which it is computed
   */
  private ValueId value(DType dtype) {
    Steps steps = new Steps(node);
    List<EinsumTerm> terms = new ArrayList<>();
    for (int i = 0; i < equation.operands().size(); i++) {
      ValueId operand = steps.cast(node.operand(i), dtype);
      terms.add(new EinsumTerm(node, operand, equation.operands().get(i)).withoutRepeats());
    }
    terms = withoutStretched(terms);
    EinsumTerm left = terms.get(0).summed(needed(terms, 0));
    for (int i = 1; i < terms.size(); i++) {
      EinsumTerm right = terms.get(i).summed(needed(terms, i, left));
      left = left.times(right, needed(terms, i));
    }
    return left.ordered(equation.output());
  }

  /** Axes of length 1 are left out where another operand's axis of the same label is longer. */
  private static List<EinsumTerm> withoutStretched(List<EinsumTerm> terms) {
    Set<Integer> longer = new HashSet<>();
    terms.forEach(term -> longer.addAll(term.labelsLongerThanOne()));
    return terms.stream().map(term -> term.withoutOnes(longer)).toList();
  }

  /** What the result, or an operand after the given one, has. */
  private Set<Integer> needed(List<EinsumTerm> terms, int operand, EinsumTerm... others) {
    Set<Integer> needed = new HashSet<>(equation.output());
    for (EinsumTerm other : others) {
      needed.addAll(other.labels());
    }
    for (EinsumTerm later : terms.subList(operand + 1, terms.size())) {
      needed.addAll(later.labels());
    }
    return needed;
  }
}
