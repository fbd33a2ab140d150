package io.pelton.cpu.kernel.norm;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Rounding;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RunNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/** BatchNorm, LayerNorm and RmsNorm of F64, F32, F16 and BF16. */
public final class NormKernels {
  /** Makes the loop over one run. */
  private interface Loops<A> {
    RunNormCall.Loop<A> of(int length, boolean isCentred, Tensor epsilon);
  }

  private NormKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      Rounding<float[]> rounding = Rounding.singles(dtype);
      add(
          kernels,
          dtype,
          FloatingLoops.SINGLES,
          rounding,
          (length, isCentred, epsilon) ->
              new FloatRunNorm(length, isCentred, epsilon.toFloats()[0], rounding));
    }
    add(
        kernels,
        DType.F64,
        FloatingLoops.DOUBLES,
        Rounding.doubles(),
        (length, isCentred, epsilon) ->
            new DoubleRunNorm(length, isCentred, epsilon.toDoubles()[0]));
  }

  private static <A> void add(
      HostKernels kernels,
      DType dtype,
      FloatingLoops<A> loops,
      Rounding<A> rounding,
      Loops<A> runLoops) {
    FixedKernel batch = (node, in, out) -> BatchNormCall.bind(node, in, out[0], loops, rounding);
    FixedKernel run =
        (node, in, out) -> {
          RunNorm op = (RunNorm) node.op();
          RunShape shape = RunShape.of(node, in[0].layout());
          RunNormCall.Loop<A> loop =
              runLoops.of(
                  shape.length(), op instanceof LayerNorm, Tensor.scalar(dtype, op.epsilon()));
          return RunNormCall.bind(shape, in, out[0], loops.lane(), loop);
        };
    kernels.add(OpKind.BATCH_NORM, batch, dtype, dtype);
    kernels.add(OpKind.LAYER_NORM, run, dtype, dtype);
    kernels.add(OpKind.RMS_NORM, run, dtype, dtype);
  }
}
