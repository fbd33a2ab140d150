package io.pelton.cpu.kernel.norm;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Rounding;
import io.pelton.cpu.kernel.reduce.FloatSum;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.NormOp.RunNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;

/** BatchNorm, LayerNorm and RmsNorm of F64, F32, F16 and BF16. */
public final class NormKernels {
  /** Makes loops over runs of floats of up to 32 bits. */
  @FunctionalInterface
  public interface SingleLoops {
    /**
     * @param isCentred the mean is taken off first
     * @param epsilon has the dtype
     */
    RunNormLoop<float[]> of(DType dtype, int length, boolean isCentred, float epsilon);
  }

  private interface Loops<A> {
    RunNormLoop<A> of(int length, boolean isCentred, Tensor epsilon);
  }

  private NormKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      addBatch(
          kernels, dtype, FloatingLoops.SINGLES, Rounding.singles(dtype), ChannelNormCall::floats);
    }
    addBatch(
        kernels, DType.F64, FloatingLoops.DOUBLES, Rounding.doubles(), ChannelNormCall::doubles);
    registerRuns(
        kernels,
        (dtype, length, isCentred, epsilon) ->
            RunNormLoop.floats(dtype, length, isCentred, epsilon, FloatSum.mean(length)));
    addRuns(
        kernels,
        DType.F64,
        Lane.DOUBLES,
        (length, isCentred, epsilon) ->
            new DoubleRunNorm(length, isCentred, epsilon.toDoubles()[0]));
  }

  /** LayerNorm and RmsNorm of floats of up to 32 bits. */
  public static void registerRuns(HostKernels kernels, SingleLoops loops) {
    for (DType dtype : SINGLES) {
      addRuns(
          kernels,
          dtype,
          Lane.FLOATS,
          (length, isCentred, epsilon) ->
              loops.of(dtype, length, isCentred, epsilon.toFloats()[0]));
    }
  }

  private static <A> void addBatch(
      HostKernels kernels,
      DType dtype,
      FloatingLoops<A> loops,
      Rounding<A> rounding,
      ChannelNormCall.Loop<A> ofRun) {
    FixedKernel batch =
        (node, in, out) -> BatchNormCall.bind(node, in, out[0], loops, rounding, ofRun);
    kernels.add(OpKind.BATCH_NORM, batch, dtype, dtype);
  }

  private static <A> void addRuns(
      HostKernels kernels, DType dtype, Lane<A> lane, Loops<A> runLoops) {
    FixedKernel run =
        (node, in, out) -> {
          RunNorm op = (RunNorm) node.op();
          RunShape shape = RunShape.of(node, in[0].layout());
          RunNormLoop<A> loop =
              runLoops.of(
                  shape.length(), op instanceof LayerNorm, Tensor.scalar(dtype, op.epsilon()));
          return RunNormCall.bind(shape, in, out[0], lane, loop);
        };
    kernels.add(OpKind.LAYER_NORM, run, dtype, dtype);
    kernels.add(OpKind.RMS_NORM, run, dtype, dtype);
  }
}
