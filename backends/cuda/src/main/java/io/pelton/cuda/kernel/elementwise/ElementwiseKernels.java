package io.pelton.cuda.kernel.elementwise;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.tensor.DType;
import java.util.List;

/**
 * Ops on single elements for all floats from 16 bits on, all integers from 8 bits on and booleans,
 * with the bits of the plain kernels.
 */
public final class ElementwiseKernels {
  private ElementwiseKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    DeviceKernels overwriting = kernels.inPlace();
    new UnaryKernels(overwriting).register();
    new BinaryKernels(overwriting, kernels).register();
    new SelectionKernels(kernels, overwriting).register();
    new CastKernels(kernels, overwriting).register();
    for (DType dtype : Elements.FLOATS) {
      overwriting.add(OpKind.GELU, "elementwise", new GeluKernel(), List.of(dtype), List.of(dtype));
    }
    registerInPlace(kernels.without(Capability.STRIDED));
  }

  private static void registerInPlace(DeviceKernels kernels) {
    InPlaceKernel kernel = new InPlaceKernel();
    for (DType dtype : Elements.NUMBERS) {
      kernels.add(OpKind.IN_PLACE, "elementwise", kernel, List.of(dtype), List.of(dtype));
    }
    kernels.add(OpKind.IN_PLACE, "elementwise", kernel, List.of(DType.BOOL), List.of(DType.BOOL));
  }
}
