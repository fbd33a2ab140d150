package io.pelton.cpu.rules;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;

class ConvFusionTest extends RuleFixture {
  private static final Conv CONV = new Conv(Window.plain(2), 1, Activation.NONE);

  private final ValueId x = rows("x", 3, 6, 6);

  private ValueId conv() {
    return apply(CONV, x, weights(4, 3, 2, 2), weights(4));
  }

  private ValueId norm(ValueId value) {
    ValueId variance = constant(Tensor.of(new float[] {0.5f, 1, 2, 3}, 4));
    return apply(new BatchNorm(1e-3), value, weights(4), weights(4), weights(4), variance);
  }

  @Test
  void convActivation() {
    optimize(unary(OpKind.RELU, conv()))
        .applied("conv-activation", 1)
        .leaves(OpKind.CONV)
        .sameBits();
  }

  @Test
  void convBatchNormActivation() {
    ValueId y = unary(OpKind.RELU, norm(conv()));
    optimize(y)
        .applied("conv-batch-norm", 1)
        .applied("conv-activation", 1)
        .leaves(OpKind.CONV)
        .within(1e-5);
    optimizeExactly(y).applied("conv-activation", 0).sameBits();
  }

  @Test
  void convWithoutBias() {
    optimize(norm(apply(CONV, x, weights(4, 3, 2, 2))))
        .applied("conv-batch-norm", 1)
        .leaves(OpKind.CONV)
        .within(1e-5);
  }

  @Test
  void convBias() {
    for (long[] dims : new long[][] {{4, 1, 1}, {1, 4, 1, 1}}) {
      ValueId conv = apply(CONV, x, weights(4, 3, 2, 2));
      ValueId sum = apply(new Binary(OpKind.ADD), conv, weights(dims));
      optimize(unary(OpKind.RELU, sum))
          .applied("conv-bias", 1)
          .applied("conv-activation", 1)
          .leaves(OpKind.CONV)
          .sameBits();
    }
  }

  @Test
  void summandsOfOtherShapesStay() {
    for (long[] dims : new long[][] {{1}, {4, 5, 5}, {4, 1, 5}, {1, 1, 1}, {1, 1, 4, 1, 1}}) {
      ValueId conv = apply(CONV, x, weights(4, 3, 2, 2));
      optimize(apply(new Binary(OpKind.ADD), conv, weights(dims)))
          .applied("conv-bias", 0)
          .sameBits();
    }
  }

  @Test
  void groups() {
    Conv depthwise = new Conv(Window.plain(2), 3, Activation.NONE);
    ValueId y = apply(depthwise, x, weights(3, 1, 2, 2));
    ValueId variance = constant(Tensor.of(new float[] {0.5f, 1, 2}, 3));
    ValueId normed = apply(new BatchNorm(1e-5), y, weights(3), weights(3), weights(3), variance);
    optimize(normed).applied("conv-batch-norm", 1).leaves(OpKind.CONV).within(1e-5);
  }

  @Test
  void aConvolutionThatIsReadElsewhereStays() {
    ValueId conv = conv();
    optimize(norm(conv), unary(OpKind.RELU, conv))
        .applied("conv-batch-norm", 0)
        .applied("conv-activation", 0)
        .sameBits();
  }

  @Test
  void statisticsThatAreNotConstantStay() {
    ValueId mean = input("mean", DType.F32, shape(4));
    ValueId variance = constant(Tensor.of(new float[] {0.5f, 1, 2, 3}, 4));
    ValueId y = apply(new BatchNorm(1e-3), conv(), weights(4), weights(4), mean, variance);
    optimize(y).applied("conv-batch-norm", 0).sameBits();
  }

  @Test
  void kernelsThatAreNotConstantStayApartFromTheNorm() {
    ValueId kernels = input("kernels", DType.F32, shape(4, 3, 2, 2));
    optimize(norm(apply(CONV, x, kernels))).applied("conv-batch-norm", 0).sameBits();
  }

  @Test
  void anActivationAlreadyThereStays() {
    ValueId active = unary(OpKind.RELU, conv());
    optimize(norm(active)).applied("conv-batch-norm", 0).sameBits();
    optimize(unary(OpKind.TANH, active))
        .applied("conv-activation", 1)
        .leaves(OpKind.CONV, OpKind.TANH)
        .sameBits();
  }
}
