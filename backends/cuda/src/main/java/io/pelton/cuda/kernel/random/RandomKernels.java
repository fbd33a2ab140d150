package io.pelton.cuda.kernel.random;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/**
 * Uniform and normal draws, Bernoulli, Multinomial and Dropout. What they draw from is an argument
 * of the launch, which a recorded one would repeat.
 */
public final class RandomKernels {
  private final DeviceKernels kernels;

  private RandomKernels(BindingTable.Builder table) {
    this.kernels = DeviceKernels.contiguous(table).without(Capability.CAPTURABLE);
  }

  public static void register(BindingTable.Builder table) {
    RandomKernels kernels = new RandomKernels(table);
    List.of(DType.F64, DType.F32, DType.F16, DType.BF16).forEach(kernels::register);
  }

  private void register(DType dtype) {
    add(OpKind.RANDOM_UNIFORM, new DrawKernel(), List.of(), dtype);
    add(OpKind.RANDOM_NORMAL, new DrawKernel(), List.of(), dtype);
    add(OpKind.BERNOULLI, new BernoulliKernel(), List.of(dtype), DType.BOOL);
    add(OpKind.MULTINOMIAL, new MultinomialKernel(), List.of(dtype), DType.I32);
    add(OpKind.MULTINOMIAL, new MultinomialKernel(), List.of(dtype), DType.I64);
    List<DType> inputs =
        dtype == DType.F32 ? List.of(dtype, DType.BOOL) : List.of(dtype, DType.F32, DType.BOOL);
    add(OpKind.DROPOUT, new DropoutKernel(), inputs, dtype, DType.BOOL);
  }

  private void add(OpKind kind, FixedKernel kernel, List<DType> inputs, DType... outputs) {
    kernels.add(kind, "cuda", kernel, inputs, List.of(outputs));
  }
}
