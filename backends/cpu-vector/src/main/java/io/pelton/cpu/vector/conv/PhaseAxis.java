package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.SpatialAxis;

/**
 * One axis of a {@link PhasedImage}: element i of the padded input lies in cell {@code i / stride}
 * of phase {@code i % stride}.
 *
 * @param phases as many as the kernel meets
 * @param cells as many as the outputs meet
 */
record PhaseAxis(SpatialAxis axis, int stride, int phases, int cells) {
  static PhaseAxis of(SpatialAxis axis) {
    int stride = axis.outputs() > 1 ? axis.stride() : 1;
    int reach = (axis.kernel() - 1) * axis.dilation();
    int phases = Math.min(stride, reach + 1);
    return new PhaseAxis(axis, stride, phases, axis.outputs() + reach / stride);
  }

  int phase(int input) {
    return (input + axis.pad()) % stride;
  }

  int cell(int input) {
    return (input + axis.pad()) / stride;
  }

  /** True where an output meets the element of the input. */
  boolean isMet(int input) {
    return phase(input) < phases && cell(input) < cells;
  }

  int phaseOfTap(int at) {
    return at * axis.dilation() % stride;
  }

  int cellOfTap(int at) {
    return at * axis.dilation() / stride;
  }

  /** The first element of the input in a phase. */
  int first(int phase) {
    return Math.floorMod(phase - axis.pad(), stride);
  }
}
