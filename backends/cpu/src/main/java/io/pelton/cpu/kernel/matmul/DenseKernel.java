package io.pelton.cpu.kernel.matmul;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Dense: a product whose rows are finished while they are in the cache. */
final class DenseKernel<A> implements FixedKernel {
  private final Products<A> products;
  private final Steps<A> steps;

  DenseKernel(Products<A> products, Steps<A> steps) {
    this.products = products;
    this.steps = steps;
  }

  void add(HostKernels kernels, DType dtype) {
    kernels.add(OpKind.DENSE, this, dtype, dtype);
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout right = MatrixViews.right(in[1].layout());
    int columns = Math.toIntExact(right.dim(right.rank() - 1));
    Activation activation = ((Dense) node.op()).activation();
    return products.matMul(
        node,
        in,
        out[0],
        rows ->
            new DenseEpilogue<>(
                steps,
                products.summand(in, 2, out[0], rows, columns),
                activation,
                products.summand(in, 3, out[0], rows, columns)));
  }
}
