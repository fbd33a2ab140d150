package io.pelton.cpu.rules;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import org.junit.jupiter.api.Test;

class SoftmaxFusionTest extends RuleFixture {
  private final ValueId x = rows("x", 6, 37);

  private ValueId exponentials(long axis) {
    ValueId shifted = binary(OpKind.SUB, x, reduce(OpKind.REDUCE_MAX, x, axis));
    return unary(OpKind.EXP, shifted);
  }

  private ValueId softmax(long maxAxis, long sumAxis) {
    ValueId e = exponentials(maxAxis);
    return binary(OpKind.DIV, e, reduce(OpKind.REDUCE_SUM, e, sumAxis));
  }

  @Test
  void alongAnyOneAxis() {
    optimize(softmax(-1, 2)).applied("softmax", 1).leaves(OpKind.SOFTMAX).within(2e-7);
    optimize(softmax(1, 1)).applied("softmax", 1).leaves(OpKind.SOFTMAX).within(2e-7);
    optimizeExactly(softmax(1, 1)).sameBits();
  }

  @Test
  void alongRows() {
    optimize(softmax(0, 0)).applied("softmax", 1).within(2e-7);
  }

  @Test
  void byReciprocal() {
    ValueId e = exponentials(2);
    ValueId reciprocal = unary(OpKind.RECIPROCAL, reduce(OpKind.REDUCE_SUM, e, 2));
    optimize(mul(reciprocal, e)).applied("softmax", 1).leaves(OpKind.SOFTMAX).within(2e-7);
    ValueId quotient = binary(OpKind.DIV, scalar(1), reduce(OpKind.REDUCE_SUM, e, 2));
    optimize(mul(e, quotient)).applied("softmax", 1).leaves(OpKind.SOFTMAX).within(2e-7);
  }

  @Test
  void differentAxesStay() {
    optimize(softmax(1, 2)).applied("softmax", 0).sameBits();
  }

  @Test
  void exponentialsThatAreReadElsewhereStay() {
    ValueId e = exponentials(2);
    ValueId y = binary(OpKind.DIV, e, reduce(OpKind.REDUCE_SUM, e, 2));
    optimize(y, e).applied("softmax", 0).sameBits();
  }

  @Test
  void theSumOfOthersStays() {
    ValueId sum = reduce(OpKind.REDUCE_SUM, unary(OpKind.EXP, x), 2);
    optimize(binary(OpKind.DIV, exponentials(2), sum)).applied("softmax", 0).sameBits();
  }

  /** Its kernel rounds once, what is written out rounds at every step. */
  @Test
  void ofHalfPrecisionStays() {
    for (DType dtype : new DType[] {DType.F16, DType.BF16}) {
      ValueId z = rows("z" + dtype, dtype, 37);
      ValueId e = unary(OpKind.EXP, binary(OpKind.SUB, z, reduce(OpKind.REDUCE_MAX, z, 1)));
      optimize(binary(OpKind.DIV, e, reduce(OpKind.REDUCE_SUM, e, 1)))
          .applied("softmax", 0)
          .sameBits();
    }
  }
}
