package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.SpatialAxis;
import java.util.Arrays;

/**
 * One channel of an image with its padding. Where there is none, and room behind it, the channel
 * stays where it is. Not thread-safe; loading allocates nothing.
 */
final class PaddedPlane {
  private final SpatialAxis outer;
  private final SpatialAxis middle;
  private final SpatialAxis inner;
  private final int width;
  private final int height;
  private final boolean isPadded;
  private final int size;
  private final int slack;
  private final float[] scratch;
  private float[] array;
  private int from;

  /**
   * @param slack floats that are read behind the channel
   * @param padding what stands for elements outside
   */
  PaddedPlane(ConvGeometry geometry, int slack, float padding) {
    this.outer = geometry.axes()[0];
    this.middle = geometry.axes()[1];
    this.inner = geometry.axes()[2];
    this.width = reach(inner);
    this.height = reach(middle);
    this.isPadded = isPadded(outer) || isPadded(middle) || isPadded(inner);
    this.size = Math.multiplyExact(Math.multiplyExact(reach(outer), height), width);
    this.slack = slack;
    this.scratch = new float[Math.addExact(size, slack)];
    if (isPadded) {
      Arrays.fill(scratch, 0, size, padding);
    }
  }

  private static boolean isPadded(SpatialAxis axis) {
    return reach(axis) != axis.length();
  }

  /** Elements with padding: all that are given, and all that outputs meet. */
  private static int reach(SpatialAxis axis) {
    int met = (axis.outputs() - 1) * axis.stride() + (axis.kernel() - 1) * axis.dilation() + 1;
    return Math.max(axis.pad() + axis.length(), met);
  }

  void load(float[] x, int i) {
    if (!isPadded && i + size + slack <= x.length) {
      array = x;
      from = i;
      return;
    }
    array = scratch;
    from = 0;
    if (!isPadded) {
      System.arraycopy(x, i, scratch, 0, size);
      return;
    }
    int source = i;
    for (int a = 0; a < outer.length(); a++) {
      for (int b = 0; b < middle.length(); b++) {
        int target = ((a + outer.pad()) * height + b + middle.pad()) * width + inner.pad();
        System.arraycopy(x, source, scratch, target, inner.length());
        source += inner.length();
      }
    }
  }

  float[] array() {
    return array;
  }

  int rows() {
    return outer.outputs() * middle.outputs();
  }

  int columns() {
    return inner.outputs();
  }

  /** Elements between those that neighbours in a row meet first. */
  int stride() {
    return inner.stride();
  }

  /** The element that the first output of a row meets first, rows counted over both outer axes. */
  int row(int row) {
    int a = row / middle.outputs() * outer.stride();
    int b = row % middle.outputs() * middle.stride();
    return from + (a * height + b) * width;
  }

  /** How far from the first one the elements of the window lie, in order. */
  int[] taps() {
    int[] taps = new int[outer.kernel() * middle.kernel() * inner.kernel()];
    int at = 0;
    for (int a = 0; a < outer.kernel(); a++) {
      for (int b = 0; b < middle.kernel(); b++) {
        for (int c = 0; c < inner.kernel(); c++) {
          int row = a * outer.dilation() * height + b * middle.dilation();
          taps[at++] = row * width + c * inner.dilation();
        }
      }
    }
    return taps;
  }
}
