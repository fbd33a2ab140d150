package io.pelton.cpu.rules;

import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Bernoulli;
import io.pelton.engine.graph.RandomOp.Dropout;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is drawn in a run is neither computed before nor shared; what drops nothing goes. */
class RandomNodesTest extends RuleFixture {
  private static final Uniform UNIFORM = new Uniform(RandomKey.of(1), DType.F32, 0, 1);

  private final ValueId x = rows("x", 3);

  private ValueId flag(boolean value) {
    return constant(Tensor.wrap(DType.BOOL, new byte[] {(byte) (value ? 1 : 0)}));
  }

  private ValueId dropped(ValueId ratio, ValueId trains) {
    return apply(new Dropout(RandomKey.of(1)), x, ratio, trains);
  }

  @Test
  void nothingIsFoldedThoughAllOperandsAreConstant() {
    ValueId drawn = apply(UNIFORM, longs(2, 3));
    ValueId trial = apply(new Bernoulli(RandomKey.of(2)), weights(2, 3));
    ValueId picked = apply(new Multinomial(RandomKey.of(3), 4, DType.I64), weights(2, 3));
    optimize(drawn, trial, picked)
        .leaves(OpKind.RANDOM_UNIFORM, OpKind.BERNOULLI, OpKind.MULTINOMIAL)
        .sameBits();
  }

  @Test
  void equalNodesStayApart() {
    ValueId shape = longs(2, 3);
    optimize(add(apply(UNIFORM, shape), apply(UNIFORM, shape)))
        .leaves(OpKind.RANDOM_UNIFORM, OpKind.RANDOM_UNIFORM, OpKind.ADD)
        .sameBits();
  }

  private static NamedGraph drawing() {
    Graph body = new Graph();
    ValueId shape = body.constant("shape", Tensor.of(new long[] {2}, 1));
    return new NamedGraph("body", body, Map.of(), Map.of("y", body.apply("draw", UNIFORM, shape)));
  }

  @Test
  void soDoNodesWhoseBodiesDraw() {
    If conditional = new If(drawing(), drawing());
    ValueId yes = flag(true);
    optimize(add(apply(conditional, yes), apply(conditional, yes)))
        .leaves(OpKind.IF, OpKind.IF, OpKind.ADD)
        .sameBits();
  }

  @Test
  void whatNobodyReadsIsNotDrawn() {
    apply(UNIFORM, longs(2, 3));
    optimize(unary(OpKind.NEG, x)).leaves(OpKind.NEG).sameBits();
  }

  @Test
  void dropoutThatNeverDropsIsItsData() {
    optimize(unary(OpKind.NEG, dropped(scalar(0.5), flag(false))))
        .applied("dropout-elimination", 1)
        .leaves(OpKind.NEG)
        .sameBits();
    optimize(unary(OpKind.NEG, dropped(scalar(0), flag(true)))).leaves(OpKind.NEG).sameBits();
  }

  @Test
  void dropoutThatMayDropOrWhoseMaskIsReadStays() {
    optimize(dropped(scalar(0.5), flag(true))).leaves(OpKind.DROPOUT).sameBits();
    ValueId kept = dropped(scalar(0.5), flag(false));
    optimize(kept, new ValueId(kept.node(), 1)).leaves(OpKind.DROPOUT).sameBits();
  }
}
