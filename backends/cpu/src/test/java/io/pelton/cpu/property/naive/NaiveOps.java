package io.pelton.cpu.property.naive;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.Decomposable;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.SymbolId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes one op from whole operands; remembers what ops bind for those that follow. */
public final class NaiveOps {
  private final Map<SymbolId, Long> symbols;

  /**
   * @param symbols what symbols among the ops' attributes stand for
   */
  public NaiveOps(Map<SymbolId, Long> symbols) {
    this.symbols = new HashMap<>(symbols);
  }

  /**
   * @param in the operands, null where absent
   * @return by slot
   * @throws Rejected when the op is not defined for them
   */
  public List<Grid> apply(Op op, List<Grid> in) {
    if (op instanceof ElementwiseOp.Gelu gelu
        && gelu.approximation() == ElementwiseOp.Gelu.Approximation.NONE) {
      return List.of(NaiveElementwise.unary(gelu.kind(), in.get(0)));
    }
    if (op instanceof Decomposable decomposable) {
      return new NaiveGraph(this).evaluate(decomposable, in);
    }
    if (op instanceof ShapeOp.NonZeroIndices nonZero) {
      List<Grid> found = NaiveMoves.nonZero(in.get(0));
      symbols.put(nonZero.count(), found.get(1).integer(0));
      return found;
    }
    return List.of(applyPlain(op, in));
  }

  private Grid applyPlain(Op op, List<Grid> in) {
    if (op instanceof ElementwiseOp elementwise) {
      return NaiveElementwise.apply(elementwise, in);
    }
    if (op instanceof ReduceOp reduce) {
      return NaiveReductions.apply(reduce, in);
    }
    if (op instanceof ViewOp view) {
      return NaiveViews.apply(view, in, symbols);
    }
    if (op instanceof ShapeOp move) {
      return NaiveMoves.apply(move, in);
    }
    if (op instanceof LinalgOp product) {
      return NaiveProducts.apply(product, in);
    }
    if (op instanceof MutationOp mutation) {
      return NaiveMutations.apply(mutation, in, symbols);
    }
    if (op instanceof GeneratorOp generator) {
      return NaiveMutations.generate(generator, symbols);
    }
    if (op instanceof BranchOp) {
      return in.get(0);
    }
    throw new IllegalArgumentException(op + " is not among the ops that are known here");
  }
}
