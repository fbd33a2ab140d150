package io.pelton.cpu.kernel.conv;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.ConvOp.Conv;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.function.Function;

/**
 * Conv and Pool. Floats below 32 bits are summed in float32 and rounded before bias and activation.
 */
public final class ConvKernels {
  private static final int BIAS = 2;

  private ConvKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSingles(kernels, Convolution.floatPlanes(), Steps::floats);
    registerPools(kernels, PlanePools.floats());
    Steps<double[]> steps = Steps.doubles();
    register(kernels, Convolution.doublePlanes(), steps, DType.F64);
    new PoolKernel<>(steps, PlanePools.doubles()).add(kernels, DType.F64);
  }

  /** Pools of F32, F16 and BF16. */
  public static void registerPools(HostKernels kernels, PlanePools<float[]> pools) {
    SINGLES.forEach(dtype -> new PoolKernel<>(Steps.floats(dtype), pools).add(kernels, dtype));
  }

  /** Conv of F32, F16 and BF16. */
  public static void registerSingles(
      HostKernels kernels,
      Convolution<float[]> convolution,
      Function<DType, Steps<float[]>> steps) {
    SINGLES.forEach(dtype -> register(kernels, convolution, steps.apply(dtype), dtype));
  }

  private static <A> void register(
      HostKernels kernels, Convolution<A> convolution, Steps<A> steps, DType dtype) {
    kernels.add(
        OpKind.CONV, (node, in, out) -> bind(node, in, out[0], convolution, steps), dtype, dtype);
  }

  private static <A> Call bind(
      NodeSpec node, Operand[] in, Operand out, Convolution<A> convolution, Steps<A> steps) {
    Conv op = (Conv) node.op();
    return convolution.bind(
        new ConvOperands<>(
            node,
            ConvGeometry.of(op.window(), op.group(), in[0].layout(), in[1].layout(), out.layout()),
            in[0],
            in[1],
            in.length > BIAS ? in[BIAS] : null,
            out,
            steps,
            op.activation()));
  }
}
