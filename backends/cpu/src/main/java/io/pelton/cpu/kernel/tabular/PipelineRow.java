package io.pelton.cpu.kernel.tabular;

/**
 * A row between the stages of a pipeline: floats of either width in {@code doubles}, which is
 * exact, integers in {@code longs}.
 */
final class PipelineRow {
  final double[] doubles;
  final long[] longs;

  /** Which row it is, for errors. */
  int index;

  /**
   * @param width values after the widest stage
   */
  PipelineRow(int width) {
    this.doubles = new double[width];
    this.longs = new long[width];
  }
}
