package io.pelton.cpu.vector.conv;

import java.util.Arrays;

/** Where vectors of flat positions start so that they cover all outputs. */
final class Cover {
  private final int[] starts;

  private final int length;

  private Cover(int[] starts, int length) {
    this.starts = starts;
    this.length = length;
  }

  /**
   * As few vectors as possible: each starts at the first output that the one before leaves out.
   *
   * @param length of a vector
   * @param group the starts are filled up to a multiple of it by the last one
   */
  static Cover of(PhasedImage image, int length, int group) {
    int most = image.rows() * ((image.columns() + length - 1) / length);
    int[] starts = new int[most + group];
    int count = 0;
    int covered = 0;
    for (int row = 0; row < image.rows(); row++) {
      int first = image.row(row);
      int end = first + image.columns();
      for (int next = Math.max(first, covered); next < end; next = covered) {
        starts[count++] = next;
        covered = next + length;
      }
    }
    int filled = (count + group - 1) / group * group;
    if (count > 0) {
      Arrays.fill(starts, count, filled, starts[count - 1]);
    }
    return new Cover(Arrays.copyOf(starts, filled), length);
  }

  /** The starts, filled up. */
  int[] starts() {
    return starts;
  }

  /** Flat positions up to the end of the last vector. */
  int end() {
    return starts.length == 0 ? 0 : starts[starts.length - 1] + length;
  }
}
