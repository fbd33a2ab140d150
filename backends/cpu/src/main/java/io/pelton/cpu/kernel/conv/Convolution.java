package io.pelton.cpu.kernel.conv;

import io.pelton.engine.kernel.Call;

/**
 * A way to convolve. Every element is the sum over the channels of the group, then over the
 * elements of the kernel in row-major order, one fused multiply-add a step, starting from 0,
 * without padding; then {@link ConvBias} is added. So all ways give the same bits.
 *
 * @param <A> array type of the lane
 */
@FunctionalInterface
public interface Convolution<A> {
  Call bind(ConvOperands<A> operands);

  /** Channel by channel, one element of a kernel after the other. */
  static Convolution<float[]> floatPlanes() {
    return operands -> new ConvCall<>(operands, Accumulations::floats);
  }

  /** Likewise. */
  static Convolution<double[]> doublePlanes() {
    return operands -> new ConvCall<>(operands, Accumulations::doubles);
  }
}
