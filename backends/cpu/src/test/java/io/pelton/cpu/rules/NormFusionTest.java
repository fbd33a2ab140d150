package io.pelton.cpu.rules;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import org.junit.jupiter.api.Test;

class NormFusionTest extends RuleFixture {
  private final ValueId x = rows("x", 3, 8);

  private ValueId root(ValueId value, long... axes) {
    ValueId mean = reduce(OpKind.REDUCE_MEAN, mul(value, value), axes);
    return unary(OpKind.SQRT, add(mean, scalar(1e-5)));
  }

  private ValueId centred(long... axes) {
    return binary(OpKind.SUB, x, reduce(OpKind.REDUCE_MEAN, x, axes));
  }

  private ValueId layerNorm(long... axes) {
    ValueId d = centred(axes);
    return add(mul(binary(OpKind.DIV, d, root(d, axes)), weights(8)), weights(1, 8));
  }

  @Test
  void layerNormWithBias() {
    optimize(layerNorm(-1))
        .applied("layer-norm", 1)
        .applied("layer-norm-bias", 1)
        .applied("rms-norm", 0)
        .leaves(OpKind.LAYER_NORM)
        .sameBits();
  }

  @Test
  void layerNormWithTheSquareAsAPowerAndTwoEqualMeans() {
    ValueId d = centred(2);
    ValueId again = centred(2);
    ValueId mean = reduce(OpKind.REDUCE_MEAN, binary(OpKind.POW, again, scalar(2)), 2);
    ValueId root = unary(OpKind.SQRT, add(scalar(1e-12), mean));
    optimize(mul(weights(8), binary(OpKind.DIV, d, root)))
        .applied("square-as-product", 1)
        .applied("layer-norm", 1)
        .leaves(OpKind.LAYER_NORM)
        .sameBits();
  }

  @Test
  void layerNormOverTwoAxes() {
    ValueId d = centred(1, 2);
    optimize(mul(binary(OpKind.DIV, d, root(d, 1, 2)), weights(3, 8)))
        .applied("layer-norm", 1)
        .leaves(OpKind.LAYER_NORM)
        .sameBits();
  }

  @Test
  void layerNormByReciprocal() {
    ValueId d = centred(2);
    ValueId y = mul(mul(d, unary(OpKind.RECIPROCAL, root(d, 2))), weights(8));
    optimize(y).applied("layer-norm-reciprocal", 1).leaves(OpKind.LAYER_NORM).within(1e-6);
    optimizeExactly(y).sameBits();
  }

  @Test
  void otherAxesStay() {
    optimize(layerNorm(1)).applied("layer-norm", 0).sameBits();
    ValueId d = centred(2);
    optimize(mul(binary(OpKind.DIV, d, root(d, 1)), weights(8)))
        .applied("layer-norm", 0)
        .sameBits();
  }

  @Test
  void aMeanThatIsReadElsewhereStays() {
    ValueId mean = reduce(OpKind.REDUCE_MEAN, x, 2);
    ValueId d = binary(OpKind.SUB, x, mean);
    ValueId y = mul(binary(OpKind.DIV, d, root(d, 2)), weights(8));
    optimize(y, mean).applied("layer-norm", 0).sameBits();
  }

  @Test
  void aScaleThatIsNotConstantStays() {
    ValueId scale = input("scale", DType.F32, shape(8));
    ValueId d = centred(2);
    optimize(mul(binary(OpKind.DIV, d, root(d, 2)), scale)).applied("layer-norm", 0).sameBits();
  }

  @Test
  void aScaleThatWidensStays() {
    ValueId d = centred(2);
    optimize(mul(binary(OpKind.DIV, d, root(d, 2)), weights(2, 1, 1, 8)))
        .applied("layer-norm", 0)
        .sameBits();
  }

  /** A length of 1 would be stretched to the scale's. */
  @Test
  void anAxisOfUnknownLengthStays() {
    ValueId z = input("z", DType.F32, Shape.of(N, Extent.symbolic(new SymbolId("D"))));
    ValueId d = binary(OpKind.SUB, z, reduce(OpKind.REDUCE_MEAN, z, 1));
    optimize(mul(binary(OpKind.DIV, d, root(d, 1)), weights(8))).applied("layer-norm", 0);
  }

  @Test
  void rmsNorm() {
    optimize(mul(weights(8), binary(OpKind.DIV, x, root(x, 2))))
        .applied("rms-norm", 1)
        .leaves(OpKind.RMS_NORM)
        .sameBits();
  }

  @Test
  void rmsNormByReciprocal() {
    ValueId inverse = binary(OpKind.DIV, scalar(1), root(x, 2));
    optimize(mul(weights(8), mul(x, inverse)))
        .applied("rms-norm-reciprocal", 1)
        .leaves(OpKind.RMS_NORM)
        .within(1e-6);
  }

  @Test
  void theRootOfAnotherValueStays() {
    ValueId other = rows("other", 3, 8);
    optimize(mul(weights(8), binary(OpKind.DIV, x, root(other, 2))))
        .applied("rms-norm", 0)
        .sameBits();
  }

  @Test
  void integerMeansStay() {
    ValueId ids = rows("ids", DType.I64, 8);
    ValueId mean = reduce(OpKind.REDUCE_MEAN, ids, 1);
    optimize(binary(OpKind.SUB, ids, mean)).sameBits();
  }
}
