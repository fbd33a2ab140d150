package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.kernel.ScalarKernels;
import io.pelton.engine.kernel.BindingTable;

/**
 * Ops on single elements, Cast, Where and Clip among them, for all floats from 16 bits on and all
 * integers from 8 bits on; booleans and strings where ONNX has them.
 */
public final class ElementwiseKernels {
  private ElementwiseKernels() {}

  public static void register(BindingTable.Builder table) {
    ScalarKernels kernels = ScalarKernels.elementwise(table);
    new UnaryKernels(kernels).register();
    new ArithmeticKernels(kernels).register();
    new ComparisonKernels(kernels).register();
    new SelectionKernels(kernels).register();
    new CastKernels(kernels).register();
    BitCastKernels.register(kernels);
  }
}
