package io.pelton.cuda.kernel.conv;

import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.Window;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/**
 * A {@code ByteConvolution} in {@code conv_integer.cu}.
 *
 * @param threads that compute the outputs, some of them several
 */
record ByteConvolution(long threads, long... slots) {
  private static final int KERNELS_PER_THREAD = 4;

  /**
   * @param zeroOfW null where there is none
   * @param scaleOfW null where there is none
   */
  static ByteConvolution of(
      Window window,
      int groups,
      Operand x,
      Operand w,
      Operand zeroOfW,
      Operand scaleOfW,
      Activation activation,
      Operand out) {
    long[] dims = w.layout().dims();
    SpatialWindow moved =
        SpatialWindow.of(
            window,
            SpatialWindow.spatial(x.layout().dims()),
            SpatialWindow.spatial(dims),
            SpatialWindow.spatial(out.layout().dims()));
    int kernels = Math.toIntExact(dims[0]) / groups;
    int chunks = (kernels + KERNELS_PER_THREAD - 1) / KERNELS_PER_THREAD;
    Fields fields = moved.writeTo(new Fields());
    fields.add(groups, Math.toIntExact(dims[1]), kernels, chunks);
    fields.add(isSigned(x), isSigned(w), step(zeroOfW), step(scaleOfW));
    fields.add(ActivationCodes.of(activation), 0);
    fields.divisor(moved.outputPlane()).divisor(chunks).divisor(groups);
    int images = Math.toIntExact(x.layout().dim(0));
    int perImage = Math.multiplyExact(Math.multiplyExact(groups, chunks), moved.outputPlane());
    return new ByteConvolution(Math.multiplyExact(images, perImage), fields.slots());
  }

  private static int isSigned(Operand operand) {
    return operand.dtype() == DType.I8 ? 1 : 0;
  }

  /** From one kernel's parameter to the next one's; 0 where they share it. */
  private static int step(Operand parameter) {
    return parameter == null || parameter.layout().elements() == 1 ? 0 : 1;
  }
}
