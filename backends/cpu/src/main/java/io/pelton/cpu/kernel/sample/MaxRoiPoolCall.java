package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SampleOp.MaxRoiPool;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Pools region by region; coordinates of floats below 64 bits are scaled in float32. */
final class MaxRoiPoolCall implements Call {
  /** An image's index and two corners. */
  private static final int REGION = 5;

  /** Beyond every image, and far from overflow. */
  private static final double FARTHEST = 1L << 40;

  private final NodeSpec node;
  private final MaxRoiPool op;
  private final boolean isSingle;
  private final double lowest;
  private final int regionsPerRow;
  private final int images;
  private final int channels;
  private final int rows;
  private final int columns;
  private final Blocks<double[]> x;
  private final Blocks<double[]> regions;
  private final Output<double[]> out;

  private MaxRoiPoolCall(NodeSpec node, Operand[] in, Operand out) {
    this.node = node;
    this.op = (MaxRoiPool) node.op();
    Layout layout = in[0].layout();
    this.isSingle = in[0].dtype() != DType.F64;
    this.lowest =
        switch (in[0].dtype()) {
          case F64 -> -Double.MAX_VALUE;
          case F16 -> -65504;
          case BF16 -> -0x1.FEp127;
          default -> -Float.MAX_VALUE;
        };
    this.regionsPerRow = Math.toIntExact(in[1].layout().dim(0) / node.rows());
    this.images = Math.toIntExact(layout.dim(0));
    this.channels = Math.toIntExact(layout.dim(1));
    this.rows = Math.toIntExact(layout.dim(2));
    this.columns = Math.toIntExact(layout.dim(3));
    this.x = Lane.DOUBLES.blocks(in[0], layout, channels * rows * columns);
    this.regions = Lane.DOUBLES.blocks(in[1], in[1].layout(), REGION);
    this.out = Lane.DOUBLES.output(out, channels * op.rows() * op.columns());
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new MaxRoiPoolCall(node, in, out[0]);
  }

  @Override
  public void run(int activeRows) {
    int cells = op.rows() * op.columns();
    for (int region = 0; region < activeRows * regionsPerRow; region++) {
      regions.read(region * REGION, REGION);
      double image = regions.array()[regions.at()];
      if (!(image > -1 && image < images)) {
        int row = node.rows() == 1 ? -1 : region / regionsPerRow;
        throw node.invalid(row, "region " + region + " is of image " + image + " of " + images);
      }
      x.read(((int) image) * channels * rows * columns, channels * rows * columns);
      out.open(region * channels * cells, channels * cells);
      pool();
      out.commit();
    }
  }

  private void pool() {
    long left = edge(1);
    long top = edge(2);
    long width = Math.max(edge(3) - left + 1, 1);
    long height = Math.max(edge(4) - top + 1, 1);
    int to = out.at();
    for (int channel = 0; channel < channels; channel++) {
      int from = x.at() + channel * rows * columns;
      for (int i = 0; i < op.rows(); i++) {
        int upper = within(top + height * i / op.rows(), rows);
        int lower = within(top - Math.floorDiv(-height * (i + 1), op.rows()), rows);
        for (int j = 0; j < op.columns(); j++) {
          int start = within(left + width * j / op.columns(), columns);
          int end = within(left - Math.floorDiv(-width * (j + 1), op.columns()), columns);
          out.array()[to++] = largest(from, upper, lower, start, end);
        }
      }
    }
  }

  private double largest(int from, int upper, int lower, int start, int end) {
    if (upper >= lower || start >= end) {
      return 0;
    }
    double largest = Double.NaN;
    for (int row = upper; row < lower; row++) {
      for (int column = start; column < end; column++) {
        double value = x.array()[from + row * columns + column];
        largest = value > largest || Double.isNaN(largest) ? value : largest;
      }
    }
    return Double.isNaN(largest) ? lowest : largest;
  }

  private static int within(long at, int length) {
    return (int) Math.max(0, Math.min(at, length));
  }

  private long edge(int at) {
    double scaled = regions.array()[regions.at() + at] * op.scale();
    double edge = isSingle ? (float) scaled : scaled;
    double nearest = Math.copySign(Math.floor(Math.abs(edge) + 0.5), edge);
    return (long) Math.max(-FARTHEST, Math.min(nearest, FARTHEST));
  }
}
