package io.pelton.cpu.kernel.tabular;

/**
 * A row between the stages of a pipeline: floats of either width in {@code doubles}, which is
 * exact, integers in {@code longs}.
 */
final class PipelineRow {
  final double[] doubles;
  final long[] longs;

  PipelineRow(int columns) {
    this.doubles = new double[columns];
    this.longs = new long[columns];
  }
}
