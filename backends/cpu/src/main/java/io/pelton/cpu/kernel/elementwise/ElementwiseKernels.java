package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import java.util.Map;

/**
 * Ops on single elements, Cast, Where and Clip among them, for all floats from 16 bits on and all
 * integers from 8 bits on; booleans and strings where ONNX has them.
 */
public final class ElementwiseKernels {
  private ElementwiseKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.elementwise(table);
    new UnaryKernels(kernels).register();
    new ArithmeticKernels(kernels).register();
    new ComparisonKernels(kernels).register();
    new SelectionKernels(kernels).register();
    new CastKernels(kernels).register();
    BitCastKernels.register(kernels);
  }

  /**
   * Other loops over floats of up to 32 bits, with the bits of {@link FloatingLoops#SINGLES}.
   *
   * @param unary those of ops with one operand
   * @param binary those of ops with two
   * @param all those of Clip are taken
   */
  public static void registerSingles(
      HostKernels kernels,
      Map<OpKind, Unary<float[], float[]>> unary,
      Map<OpKind, Binary<float[], float[]>> binary,
      FloatingLoops<float[]> all) {
    new UnaryKernels(kernels).add(unary, SINGLES, Lane.FLOATS);
    new ArithmeticKernels(kernels).add(binary, SINGLES, Lane.FLOATS);
    new SelectionKernels(kernels).clip(SINGLES, all);
  }
}
