package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;

/** Bias, activation and residual, each as a node of its own would compute it. */
final class DenseEpilogue<A> implements Epilogue<A> {
  private final Steps<A> steps;
  private final Blocks<A> bias;
  private final Activation activation;
  private final Blocks<A> residual;

  /**
   * @param bias in the order of the result; null without one
   * @param residual likewise
   */
  DenseEpilogue(Steps<A> steps, Blocks<A> bias, Activation activation, Blocks<A> residual) {
    this.steps = steps;
    this.bias = bias;
    this.activation = activation;
    this.residual = residual;
  }

  @Override
  public void apply(int row, A y, int k, int count) {
    steps.round(y, k, count);
    add(bias, row, y, k, count);
    steps.activate(activation, y, k, count);
    add(residual, row, y, k, count);
  }

  private void add(Blocks<A> summand, int row, A y, int k, int count) {
    if (summand != null) {
      summand.read(row * count, count);
      steps.add(y, k, summand.array(), summand.at(), count);
    }
  }
}
