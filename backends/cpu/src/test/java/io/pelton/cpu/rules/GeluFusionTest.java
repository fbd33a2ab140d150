package io.pelton.cpu.rules;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;

class GeluFusionTest extends RuleFixture {
  private final ValueId x = rows("x", 33);

  private ValueId erfShare(ValueId scaled) {
    return add(unary(OpKind.ERF, scaled), scalar(1));
  }

  private ValueId byDivision(double root) {
    return erfShare(binary(OpKind.DIV, x, scalar(root)));
  }

  private ValueId tanhShare(ValueId cube) {
    ValueId bent = add(x, mul(scalar(0.044715), cube));
    return add(scalar(1), unary(OpKind.TANH, mul(scalar(0.7978845608), bent)));
  }

  @Test
  void erfInTheOrderOfTheDefinition() {
    ValueId y = mul(mul(x, byDivision(Math.sqrt(2))), scalar(0.5));
    optimize(y).applied("gelu-erf", 1).leaves(OpKind.GELU).within(1e-6);
    optimizeExactly(y).sameBits();
  }

  @Test
  void erfInOtherOrders() {
    ValueId share = byDivision(1.4142135);
    optimize(mul(mul(x, scalar(0.5)), share)).applied("gelu-erf", 1).within(1e-6);
    optimize(mul(x, mul(scalar(0.5), share))).applied("gelu-erf", 1).within(1e-6);
    ValueId byProduct = erfShare(mul(x, scalar(0.70710678)));
    ValueId y = mul(scalar(0.5), mul(x, byProduct));
    optimize(y).applied("gelu-erf", 1).leaves(OpKind.GELU).within(1e-6);
    optimizeExactly(y).sameBits();
  }

  @Test
  void tanhInTheOrderOfTheDefinition() {
    ValueId y = mul(mul(scalar(0.5), x), tanhShare(binary(OpKind.POW, x, scalar(3))));
    optimize(y).applied("gelu-tanh", 1).leaves(OpKind.GELU).sameBits();
  }

  @Test
  void tanhInOtherOrders() {
    ValueId cube = mul(mul(x, x), x);
    optimize(mul(x, mul(scalar(0.5), tanhShare(cube))))
        .applied("gelu-tanh-reordered", 1)
        .leaves(OpKind.GELU)
        .within(1e-6);
  }

  @Test
  void otherNumbersStay() {
    optimize(mul(mul(x, byDivision(1.5)), scalar(0.5))).applied("gelu-erf", 0).sameBits();
    optimize(mul(mul(x, byDivision(Math.sqrt(2))), scalar(0.25))).applied("gelu-erf", 0).sameBits();
  }

  @Test
  void anotherFactorStays() {
    ValueId other = rows("other", 33);
    optimize(mul(mul(other, byDivision(Math.sqrt(2))), scalar(0.5)))
        .applied("gelu-erf", 0)
        .sameBits();
  }

  @Test
  void aShareThatIsReadElsewhereStays() {
    ValueId share = byDivision(Math.sqrt(2));
    optimize(mul(mul(x, share), scalar(0.5)), share).applied("gelu-erf", 0).sameBits();
  }

  @Test
  void doublesAreMatchedByTheirOwnRounding() {
    ValueId z = rows("z", DType.F64, 5);
    ValueId float32 = constant(Tensor.of(new double[] {(float) 1.4142135}));
    ValueId one = constant(Tensor.of(new double[] {1}));
    ValueId half = constant(Tensor.of(new double[] {0.5}));
    ValueId share = add(unary(OpKind.ERF, binary(OpKind.DIV, z, float32)), one);
    optimize(mul(mul(z, share), half)).applied("gelu-erf", 0).sameBits();
  }
}
