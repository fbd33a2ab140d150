package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Expand;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import org.junit.jupiter.api.Test;

/** What other nodes read of a node by a symbol alone outlives every rewriting. */
class SymbolFoldingTest extends RuleFixture {
  private final SymbolId count = graph.freshSymbol();
  private final ValueId x = rows("x", 3);
  private final ValueId mask = longs(0, 5, 0, 7, 1);

  private ValueId nonZero(ValueId operand, SymbolId symbol) {
    return apply(new NonZeroIndices(symbol), operand);
  }

  private static Narrow first(SymbolId symbol) {
    return new Narrow(1, DynScalar.of(Extent.symbolic(symbol)));
  }

  private ValueId upTo(SymbolId symbol) {
    return apply(new Iota(DType.I64, Shape.of(Extent.symbolic(symbol)), 0));
  }

  @Test
  void theCountOfAConstantTakesTheSymbolsPlace() {
    ValueId indices = nonZero(mask, count);
    Optimized optimized =
        optimize(
                apply(first(count), indices),
                apply(new ShapeOf(0, 2), apply(first(count), indices)))
            .leaves()
            .sameBits();
    assertThat(optimized.named().graph().definedSymbols()).containsEntry(count, 3L);
  }

  @Test
  void aReaderWithoutAnEdgeToTheProducerGetsTheNumber() {
    nonZero(mask, count);
    optimize(upTo(count)).applied("symbol-folding", 1).leaves().sameBits();
  }

  @Test
  void aProducerStaysForThoseThatReadItsSymbol() {
    nonZero(x, count);
    optimize(upTo(count)).leaves(OpKind.NON_ZERO_INDICES, OpKind.IOTA).sameBits();
  }

  @Test
  void equalProducersOfDifferentSymbolsStayApartAndEqualReadersDoNot() {
    SymbolId other = graph.freshSymbol();
    ValueId indices = nonZero(x, count);
    nonZero(x, other);
    ValueId sum = apply(new Binary(OpKind.ADD), upTo(count), upTo(other));
    ValueId twice = apply(new Binary(OpKind.ADD), upTo(count), upTo(count));
    Optimized optimized = optimize(sum, twice, apply(first(count), indices)).sameBits();
    assertThat(optimized.kinds())
        .containsOnlyOnce(OpKind.NARROW)
        .filteredOn(kind -> kind == OpKind.NON_ZERO_INDICES || kind == OpKind.IOTA)
        .hasSize(4);
  }

  @Test
  void whatControlEdgesOrderKeepsItsProducer() {
    ValueId indices = nonZero(mask, count);
    ValueId range = upTo(count);
    ValueId negated = unary(OpKind.NEG, x);
    graph.orderAfter(range.node(), negated.node());
    optimize(range, apply(first(count), indices))
        .leaves(OpKind.NON_ZERO_INDICES, OpKind.NEG, OpKind.IOTA)
        .sameBits();
  }

  @Test
  void lengthsOfAPlanMakeSymbolsNumbers() {
    ValueId ones = apply(new Expand(), longs(1), apply(new ShapeOf(0, 2), x));
    ValueId kept = apply(first(count), nonZero(ones, count));
    optimize(kept).sameBits();
  }
}
