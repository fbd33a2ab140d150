package io.pelton.cpu.kernel.conv;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.Weights;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/**
 * Conv and Pool. Floats below 32 bits are summed in float32 and rounded before bias and activation.
 */
public final class ConvKernels {
  private ConvKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      Steps<float[]> steps = Steps.floats(dtype);
      kernels.add(
          OpKind.CONV,
          (node, in, out) -> bind(node, in, out[0], steps, Accumulations::floats),
          dtype,
          dtype);
      new PoolKernel<>(steps, Pooling::largest, Pooling::sum, Pooling::divide, Pooling::replaceNaN)
          .add(kernels, dtype);
    }
    Steps<double[]> steps = Steps.doubles();
    kernels.add(
        OpKind.CONV,
        (node, in, out) -> bind(node, in, out[0], steps, Accumulations::doubles),
        DType.F64,
        DType.F64);
    new PoolKernel<>(steps, Pooling::largest, Pooling::sum, Pooling::divide, Pooling::replaceNaN)
        .add(kernels, DType.F64);
  }

  private static <A> Call bind(
      NodeSpec node, Operand[] in, Operand out, Steps<A> steps, Accumulation<A> accumulation) {
    Conv op = (Conv) node.op();
    ConvGeometry geometry =
        ConvGeometry.of(op.window(), op.group(), in[0].layout(), in[1].layout(), out.layout());
    Lane<A> lane = steps.lane();
    boolean hasBias = in.length > 2 && in[2] != null;
    Blocks<A> bias = hasBias ? Weights.of(node, in[2], lane) : null;
    int input = geometry.channels() * geometry.inputPlane();
    return new ConvCall<>(
        geometry,
        accumulation,
        geometry.images() / node.rows(),
        lane.blocks(in[0], in[0].layout(), input),
        Weights.of(node, in[1], lane),
        bias,
        lane.output(out, geometry.outputPlane()),
        steps,
        op.activation());
  }
}
