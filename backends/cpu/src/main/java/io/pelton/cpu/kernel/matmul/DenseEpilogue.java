package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;

/** Bias, activation and residual, each as a node of its own would compute it. */
final class DenseEpilogue<A> implements Epilogue<A> {
  private final Steps<A> steps;
  private final Summand<A> bias;
  private final Activation activation;
  private final Summand<A> residual;

  /**
   * @param bias null without one
   * @param residual likewise
   */
  DenseEpilogue(Steps<A> steps, Summand<A> bias, Activation activation, Summand<A> residual) {
    this.steps = steps;
    this.bias = bias;
    this.activation = activation;
    this.residual = residual;
  }

  @Override
  public void apply(int row, int rows, A y, int k, int columns) {
    steps.round(y, k, rows * columns);
    add(bias, activation, row, rows, y, k, columns);
    if (residual != null) {
      add(residual, Activation.NONE, row, rows, y, k, columns);
    }
  }

  private void add(
      Summand<A> summand, Activation next, int row, int rows, A y, int k, int columns) {
    if (summand == null) {
      steps.activate(next, y, k, rows * columns);
      return;
    }
    summand.read(row, rows, columns);
    A x = summand.blocks().array();
    int from = summand.blocks().at();
    if (summand.isSameForAll()) {
      steps.addRow(next, y, k, x, from, rows, columns);
    } else {
      steps.add(y, k, x, from, rows * columns);
      steps.activate(next, y, k, rows * columns);
    }
  }
}
