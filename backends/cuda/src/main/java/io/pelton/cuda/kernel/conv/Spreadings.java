package io.pelton.cuda.kernel.conv;

/** What kernels in {@code spread.cu} are told. */
final class Spreadings {
  private static final int KERNELS_PER_THREAD = 4;

  private Spreadings() {}

  /** Threads that compute the channels of one group at one place. */
  static int chunks(int kernels) {
    return (kernels + KERNELS_PER_THREAD - 1) / KERNELS_PER_THREAD;
  }

  /**
   * A {@code Spreading}.
   *
   * @param window of the convolution that goes from the output to x
   * @param channels of x in one group
   * @param kernels channels of the output in one group
   */
  static long[] fields(
      SpatialWindow window, int groups, int channels, int kernels, boolean hasBias) {
    Fields fields = window.writeTo(new Fields());
    window.axes().forEach(axis -> fields.divisor(axis.stride()));
    fields.divisor(window.axes().get(1).length()).divisor(window.axes().get(2).length());
    fields.divisor(window.inputPlane()).add(groups, channels, kernels, hasBias ? 1 : 0);
    return fields.divisor(chunks(kernels)).divisor(groups).slots();
  }
}
