package io.pelton.cpu.kernel.elementwise;

import static io.pelton.cpu.kernel.DTypes.SIGNED;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.ScalarKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Not, Relu, Sigmoid and Tanh. */
final class UnaryKernels {
  private final ScalarKernels kernels;

  UnaryKernels(ScalarKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    add(OpKind.NOT, List.of(DType.BOOL), Lane.LONGS, LongLoops::not);
    add(OpKind.RELU, SIGNED, Lane.LONGS, LongLoops::relu);
    add(OpKind.RELU, SINGLES, Lane.FLOATS, FloatLoops::relu);
    add(OpKind.RELU, List.of(DType.F64), Lane.DOUBLES, DoubleLoops::relu);
    add(OpKind.SIGMOID, SINGLES, Lane.FLOATS, FloatLoops::sigmoid);
    add(OpKind.SIGMOID, List.of(DType.F64), Lane.DOUBLES, DoubleLoops::sigmoid);
    add(OpKind.TANH, SINGLES, Lane.FLOATS, FloatLoops::tanh);
    add(OpKind.TANH, List.of(DType.F64), Lane.DOUBLES, DoubleLoops::tanh);
  }

  private <A> void add(OpKind kind, List<DType> dtypes, Lane<A> lane, Unary<A, A> loop) {
    FixedKernel kernel =
        (node, in, out) ->
            new UnaryCall<>(
                new Rows(node, out[0]),
                lane.blocks(in[0], in[0].layout().dims()),
                lane.output(out[0]),
                loop);
    dtypes.forEach(dtype -> kernels.add(kind, kernel, dtype, dtype));
  }
}
