package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Channels of an image, padded, where the output at flat position {@code p} meets element k of a
 * kernel at {@code p + taps()[k]}, whatever the strides. Flat positions go through outputs in
 * order, with gaps between rows. Not thread-safe; loading allocates nothing.
 */
final class PhasedImage {
  /** Numbers that describe a run of elements. */
  private static final int RUN = 3;

  private final PhaseAxis outer;
  private final PhaseAxis middle;
  private final PhaseAxis inner;
  private final int channels;
  private final int phaseSize;
  private final int channelSize;
  private final int inputPlane;
  private final int[] runs;
  private final int[] rows;
  private final float[] array;

  /**
   * @param slack floats that are read behind the last position
   * @param padding what stands for elements outside
   */
  PhasedImage(ConvGeometry geometry, int slack, float padding) {
    this.outer = PhaseAxis.of(geometry.axes()[0]);
    this.middle = PhaseAxis.of(geometry.axes()[1]);
    this.inner = PhaseAxis.of(geometry.axes()[2]);
    this.channels = geometry.channels();
    this.phaseSize = outer.cells() * middle.cells() * inner.cells();
    this.channelSize = outer.phases() * middle.phases() * inner.phases() * phaseSize;
    this.inputPlane = geometry.inputPlane();
    this.runs = runs();
    this.rows = new int[outer.axis().outputs() * middle.axis().outputs()];
    Arrays.setAll(rows, this::row);
    this.array = new float[Math.addExact(Math.multiplyExact(channels, channelSize), slack)];
    Arrays.fill(array, padding);
  }

  private static boolean isWhole(PhaseAxis axis) {
    return axis.stride() == 1 && axis.axis().pad() == 0 && axis.cells() == axis.axis().length();
  }

  float[] array() {
    return array;
  }

  /** The flat position of the first output of a row, rows counted over both outer axes. */
  int row(int row) {
    int outputs = middle.axis().outputs();
    return (row / outputs * middle.cells() + row % outputs) * inner.cells();
  }

  int rows() {
    return rows.length;
  }

  int columns() {
    return inner.axis().outputs();
  }

  /** For each element of a kernel, in order, how far from an output's position it is met. */
  int[] taps() {
    int[] taps =
        new int[channels * outer.axis().kernel() * middle.axis().kernel() * inner.axis().kernel()];
    int at = 0;
    for (int channel = 0; channel < channels; channel++) {
      for (int a = 0; a < outer.axis().kernel(); a++) {
        for (int b = 0; b < middle.axis().kernel(); b++) {
          for (int c = 0; c < inner.axis().kernel(); c++) {
            int phase = phase(outer.phaseOfTap(a), middle.phaseOfTap(b), inner.phaseOfTap(c));
            int cell = cell(outer.cellOfTap(a), middle.cellOfTap(b)) + inner.cellOfTap(c);
            taps[at++] = channel * channelSize + phase * phaseSize + cell;
          }
        }
      }
    }
    return taps;
  }

  private int phase(int a, int b, int c) {
    return (a * middle.phases() + b) * inner.phases() + c;
  }

  private int cell(int a, int b) {
    return (a * middle.cells() + b) * inner.cells();
  }

  /** Brings rows at flat positions together. */
  void gather(float[] flat, int from, float[] y, int k) {
    FlatRows.gather(flat, from, rows, columns(), y, k);
  }

  /** Takes the channels of an image, which lie one after the other. */
  void load(float[] x, int i) {
    int from = i;
    int to = 0;
    for (int channel = 0; channel < channels; channel++) {
      for (int n = 0; n < runs.length; n += RUN) {
        copy(x, from + runs[n], array, to + runs[n + 1], runs[n + 2]);
      }
      from += inputPlane;
      to += channelSize;
    }
  }

  private void copy(float[] x, int from, float[] y, int to, int count) {
    int stride = inner.stride();
    if (stride == 1) {
      System.arraycopy(x, from, y, to, count);
      return;
    }
    for (int n = 0; n < count; n++) {
      y[to + n] = x[from + n * stride];
    }
  }

  /** What is copied of a channel: for each run from where, where to, and how many elements. */
  private int[] runs() {
    if (isWhole(outer) && isWhole(middle) && isWhole(inner)) {
      return new int[] {0, 0, inputPlane};
    }
    List<int[]> runs = new ArrayList<>();
    int length = inner.axis().length();
    for (int a = 0; a < outer.axis().length(); a++) {
      for (int b = 0; b < middle.axis().length(); b++) {
        if (outer.isMet(a) && middle.isMet(b)) {
          int from = (a * middle.axis().length() + b) * length;
          int to =
              phase(outer.phase(a), middle.phase(b), 0) * phaseSize
                  + cell(outer.cell(a), middle.cell(b));
          addRuns(runs, from, to);
        }
      }
    }
    return runs.stream().flatMapToInt(Arrays::stream).toArray();
  }

  /** Those of one row of the input. */
  private void addRuns(List<int[]> runs, int from, int to) {
    for (int phase = 0; phase < inner.phases(); phase++) {
      int first = inner.first(phase);
      int cell = inner.cell(first);
      int given = (inner.axis().length() - first + inner.stride() - 1) / inner.stride();
      int count = Math.min(inner.cells() - cell, given);
      if (count > 0) {
        runs.add(new int[] {from + first, to + phase * phaseSize + cell, count});
      }
    }
  }
}
