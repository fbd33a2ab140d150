package io.pelton.cpu.kernel.conv;

/**
 * One axis over which a kernel moves. For each element of the kernel, {@code first} and {@code end}
 * bound the outputs for which it meets the input and not the padding.
 */
public record SpatialAxis(
    int length,
    int kernel,
    int outputs,
    int stride,
    int pad,
    int dilation,
    int[] first,
    int[] end) {
  static SpatialAxis of(int length, int kernel, int outputs, int stride, int pad, int dilation) {
    int[] first = new int[kernel];
    int[] end = new int[kernel];
    for (int at = 0; at < kernel; at++) {
      int shift = at * dilation - pad;
      first[at] = Math.min(Math.max(-Math.floorDiv(shift, stride), 0), outputs);
      int last = Math.floorDiv(length - 1 - shift, stride);
      end[at] = Math.max(Math.min(last + 1, outputs), first[at]);
    }
    return new SpatialAxis(length, kernel, outputs, stride, pad, dilation, first, end);
  }

  /** Which input element an output meets at an element of the kernel. */
  public int input(int output, int at) {
    return output * stride - pad + at * dilation;
  }
}
