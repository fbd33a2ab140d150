package io.pelton.cpu.rules;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
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
    optimize(softmax(-1, 2)).applied("softmax", 1).leaves(OpKind.SOFTMAX).sameBits();
    optimize(softmax(1, 1)).applied("softmax", 1).leaves(OpKind.SOFTMAX).sameBits();
  }

  @Test
  void alongRows() {
    optimize(softmax(0, 0)).applied("softmax", 1).sameBits();
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
}
