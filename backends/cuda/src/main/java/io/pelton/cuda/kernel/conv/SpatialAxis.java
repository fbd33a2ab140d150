package io.pelton.cuda.kernel.conv;

/**
 * One axis over which a kernel moves.
 *
 * @param outputs places of the kernel
 * @param pad elements before the input
 */
public record SpatialAxis(int length, int kernel, int outputs, int stride, int pad, int dilation) {
  static final SpatialAxis MISSING = new SpatialAxis(1, 1, 1, 1, 0, 1);

  /** True where some output meets padding. */
  boolean isPadded() {
    return pad > 0 || (outputs - 1L) * stride + (kernel - 1L) * dilation >= length;
  }

  /** True where every output meets the one element in its place. */
  boolean isPointwise() {
    return kernel == 1 && stride == 1 && pad == 0 && outputs == length;
  }

  void writeTo(Fields fields) {
    fields.add(length, kernel, outputs, stride, pad, dilation).divisor(kernel).divisor(outputs);
  }
}
