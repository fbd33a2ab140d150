package io.pelton.cuda.kernel.conv;

/** What kernels in {@code spread.cu} are told. */
final class Spreadings {
  private Spreadings() {}

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
    return fields.divisor(kernels).divisor(groups).slots();
  }
}
