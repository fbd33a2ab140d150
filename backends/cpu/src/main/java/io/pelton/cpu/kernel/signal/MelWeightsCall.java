package io.pelton.cpu.kernel.signal;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SignalOp.MelWeights;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** Triangles over frequencies that are equally far apart on the mel scale. */
final class MelWeightsCall implements Call {
  private static final double SLOPE = 2595;
  private static final double CORNER = 700;

  private final NodeSpec node;
  private final int rows;
  private final int bins;
  private final long length;
  private final long rate;
  private final int[] edges;
  private final Blocks<double[]> lowest;
  private final Blocks<double[]> highest;
  private final Output<double[]> out;

  private MelWeightsCall(NodeSpec node, Operand[] in, Operand out) {
    this.node = node;
    this.rows = Math.toIntExact(out.layout().dim(0));
    this.bins = Math.toIntExact(out.layout().dim(1));
    this.length = node.inference().fixedIntegers(1).orElseThrow()[0];
    this.rate = node.inference().fixedIntegers(2).orElseThrow()[0];
    node.inference().check(rate > 0, "the sample rate should be above 0 but is " + rate);
    this.edges = new int[bins + 2];
    this.lowest = scalar(in[MelWeights.LOWEST]);
    this.highest = scalar(in[MelWeights.HIGHEST]);
    this.out = Lane.DOUBLES.output(out, rows * bins);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new MelWeightsCall(node, in, out[0]);
  }

  private static Blocks<double[]> scalar(Operand operand) {
    return Lane.DOUBLES.blocks(operand, operand.layout(), 1);
  }

  @Override
  public void run(int activeRows) {
    lowest.read(0, 1);
    highest.read(0, 1);
    spread(lowest.array()[lowest.at()], highest.array()[highest.at()]);
    out.open(0, rows * bins);
    Arrays.fill(out.array(), out.at(), out.at() + rows * bins, 0);
    for (int bin = 0; bin < bins; bin++) {
      rise(bin);
      fall(bin);
    }
    out.commit();
  }

  /** Finds the first, the highest and the last frequency of each triangle. */
  private void spread(double low, double high) {
    double first = mel(low);
    double step = (mel(high) - first) / edges.length;
    for (int i = 0; i < edges.length; i++) {
      double hertz = CORNER * (StrictMath.pow(10, (i * step + first) / SLOPE) - 1);
      double edge = Math.floor((length + 1) * hertz / rate);
      if (!(edge >= 0 && edge < rows)) {
        throw node.invalid(-1, "frequency " + hertz + " is outside of half of rate " + rate);
      }
      edges[i] = (int) edge;
    }
  }

  private static double mel(double hertz) {
    return SLOPE * StrictMath.log10(1 + hertz / CORNER);
  }

  private void rise(int bin) {
    int width = edges[bin + 1] - edges[bin];
    for (int row = edges[bin]; row <= edges[bin + 1]; row++) {
      set(row, bin, width == 0 ? 1 : (double) (row - edges[bin]) / width);
    }
  }

  private void fall(int bin) {
    int width = edges[bin + 2] - edges[bin + 1];
    for (int row = edges[bin + 1]; row < edges[bin + 2]; row++) {
      set(row, bin, (double) (edges[bin + 2] - row) / width);
    }
  }

  private void set(int row, int bin, double value) {
    out.array()[out.at() + row * bins + bin] = value;
  }
}
