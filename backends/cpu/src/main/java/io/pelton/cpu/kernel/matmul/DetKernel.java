package io.pelton.cpu.kernel.matmul;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Det of all floats from 16 bits on, rounded once from float64. */
final class DetKernel {
  private DetKernel() {}

  static void register(HostKernels kernels) {
    SINGLES.forEach(dtype -> kernels.add(OpKind.DET, DetKernel::bind, dtype, dtype));
    kernels.add(OpKind.DET, DetKernel::bind, DType.F64, DType.F64);
  }

  private static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    int rank = in[0].layout().rank();
    int side = Math.toIntExact(in[0].layout().dim(rank - 1));
    return new DetCall(
        new Rows(node, out[0]),
        side,
        Lane.DOUBLES.blocks(in[0], in[0].layout(), Math.multiplyExact(side, side)),
        Lane.DOUBLES.output(out[0], 1));
  }
}
