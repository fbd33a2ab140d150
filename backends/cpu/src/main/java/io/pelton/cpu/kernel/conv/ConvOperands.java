package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.Weights;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Tensor;
import java.util.Optional;

/**
 * The operands of a convolution.
 *
 * @param bias null without one
 * @param steps on the results
 */
public record ConvOperands<A>(
    NodeSpec node,
    ConvGeometry geometry,
    Operand x,
    Operand w,
    Operand bias,
    Operand out,
    Steps<A> steps,
    Activation activation) {
  /** Images of the input per row of the node. */
  public int imagesPerRow() {
    return geometry.images() / node.rows();
  }

  /** Kernels of all groups. */
  public int kernels() {
    return geometry.groups() * geometry.kernels();
  }

  /** Blocks of one group's channels of one image. */
  public Blocks<A> images() {
    return steps.lane().blocks(x, x.layout(), geometry.channels() * geometry.inputPlane());
  }

  /** All kernels as one block. */
  public Blocks<A> weights() {
    return Weights.of(node, w, steps.lane());
  }

  /** The kernels where they do not change. */
  public Optional<Tensor> constantWeights() {
    return w.constant();
  }

  /** All kernels in a new array. */
  public A copyOfWeights() {
    return steps.lane().copy(w, w.layout());
  }

  /** What is added to each channel of the output. */
  public ConvBias<A> sums() {
    Blocks<A> blocks = bias == null ? null : Weights.of(node, bias, steps.lane());
    return new ConvBias<>(blocks, kernels(), steps);
  }

  /**
   * @param channels that are written at once
   */
  public Output<A> output(int channels) {
    return steps.lane().output(out, channels * geometry.outputPlane());
  }
}
