package io.pelton.cpu.random;

import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Uniform and normal draws, Bernoulli, Multinomial and Dropout. */
public final class RandomKernels {
  private final HostKernels kernels;

  private RandomKernels(BindingTable.Builder table) {
    this.kernels = new HostKernels(table);
  }

  public static void register(BindingTable.Builder table) {
    RandomKernels kernels = new RandomKernels(table);
    DTypes.SINGLES.forEach(kernels::single);
    kernels.wide();
    for (DType logarithm : List.of(DType.F64, DType.F32, DType.F16, DType.BF16)) {
      for (DType index : List.of(DType.I32, DType.I64)) {
        kernels.add(
            OpKind.MULTINOMIAL,
            (node, in, out) -> new MultinomialCall(node, in[0], out[0]),
            List.of(logarithm),
            index);
      }
    }
  }

  private void single(DType dtype) {
    FixedKernel draw = (node, in, out) -> new FloatDrawCall(node, out[0]);
    add(OpKind.RANDOM_UNIFORM, draw, List.of(), dtype);
    add(OpKind.RANDOM_NORMAL, draw, List.of(), dtype);
    add(
        OpKind.BERNOULLI,
        (node, in, out) -> new FloatBernoulliCall(node, in[0], out[0]),
        List.of(dtype),
        DType.BOOL);
    List<DType> inputs =
        dtype == DType.F32 ? List.of(DType.F32, DType.BOOL) : List.of(dtype, DType.F32, DType.BOOL);
    add(OpKind.DROPOUT, FloatDropoutCall::new, inputs, dtype, DType.BOOL);
  }

  private void wide() {
    FixedKernel draw = (node, in, out) -> new DoubleDrawCall(node, out[0]);
    add(OpKind.RANDOM_UNIFORM, draw, List.of(), DType.F64);
    add(OpKind.RANDOM_NORMAL, draw, List.of(), DType.F64);
    add(
        OpKind.BERNOULLI,
        (node, in, out) -> new DoubleBernoulliCall(node, in[0], out[0]),
        List.of(DType.F64),
        DType.BOOL);
    add(
        OpKind.DROPOUT,
        DoubleDropoutCall::new,
        List.of(DType.F64, DType.F32, DType.BOOL),
        DType.F64,
        DType.BOOL);
  }

  private void add(OpKind kind, FixedKernel kernel, List<DType> inputs, DType... outputs) {
    kernels.add(kind, "scalar", kernel, inputs, List.of(outputs));
  }
}
