package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import org.junit.jupiter.api.Test;

class ElementwiseFusionTest extends RuleFixture {
  private final ValueId x = rows("x", 4, 7);
  private final ValueId z = rows("z", 4, 7);

  @Test
  void aTreeBecomesOneLoop() {
    ValueId left = unary(OpKind.TANH, mul(x, weights(7)));
    ValueId right = unary(OpKind.ABS, binary(OpKind.SUB, z, scalar(0.25)));
    optimize(unary(OpKind.SIGMOID, add(left, right))).leaves(OpKind.FUSED_ELEMENTWISE).sameBits();
  }

  @Test
  void conditionsBoundsAndSquares() {
    ValueId d = binary(OpKind.SUB, x, z);
    ValueId square = mul(d, d);
    ValueId condition = apply(new Binary(OpKind.LESS), x, z);
    ValueId chosen = apply(new Where(), condition, square, unary(OpKind.NEG, z));
    ValueId clipped = apply(new Clip(), chosen, ValueId.ABSENT, scalar(2));
    optimize(unary(OpKind.EXP, clipped)).leaves(OpKind.LESS, OpKind.FUSED_ELEMENTWISE).sameBits();
  }

  @Test
  void twoConditionsOfTwoChains() {
    ValueId less = apply(new Binary(OpKind.LESS), x, z);
    ValueId equal = apply(new Binary(OpKind.EQUAL), x, z);
    ValueId one = apply(new Where(), less, x, z);
    ValueId other = apply(new Where(), equal, unary(OpKind.NEG, x), one);
    optimize(add(other, z)).leaves(OpKind.LESS, OpKind.EQUAL, OpKind.FUSED_ELEMENTWISE).sameBits();
  }

  @Test
  void oneOpAloneStays() {
    optimize(unary(OpKind.EXP, x)).leaves(OpKind.EXP).sameBits();
  }

  @Test
  void aResultThatIsReadElsewhereStays() {
    ValueId e = unary(OpKind.EXP, x);
    optimize(unary(OpKind.NEG, e), reduce(OpKind.REDUCE_SUM, e, 2))
        .applied("elementwise-chain", 0)
        .sameBits();
    optimize(unary(OpKind.NEG, e), e).applied("elementwise-chain", 0).sameBits();
  }

  @Test
  void aSmallerShapeIsComputedOnce() {
    ValueId perColumn = unary(OpKind.EXP, input("c", DType.F32, shape(7)));
    optimize(add(x, perColumn)).leaves(OpKind.EXP, OpKind.ADD).sameBits();
  }

  @Test
  void anotherDtypeEndsTheChain() {
    ValueId wide = apply(new Cast(DType.F64), unary(OpKind.NEG, x));
    optimize(unary(OpKind.EXP, wide)).applied("elementwise-chain", 0).sameBits();
    ValueId ids = rows("ids", DType.I64, 3);
    optimize(add(unary(OpKind.NEG, ids), ids)).applied("elementwise-chain", 0).sameBits();
  }

  @Test
  void aPatternTakesPrecedence() {
    ValueId share = add(unary(OpKind.ERF, binary(OpKind.DIV, x, scalar(Math.sqrt(2)))), scalar(1));
    ValueId gelu = mul(mul(x, share), scalar(0.5));
    optimize(add(unary(OpKind.NEG, gelu), z))
        .leaves(OpKind.GELU, OpKind.FUSED_ELEMENTWISE)
        .within(1e-6);
  }

  @Test
  void aLongChainIsCutIntoLoops() {
    ValueId y = x;
    for (int i = 0; i < 200; i++) {
      y = unary(i % 2 == 0 ? OpKind.TANH : OpKind.NEG, y);
    }
    Optimized optimized = optimize(y).sameBits();
    assertThat(optimized.kinds()).hasSizeBetween(2, 8).containsOnly(OpKind.FUSED_ELEMENTWISE);
  }
}
