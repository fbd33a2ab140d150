package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SampleOp.RoiAlign;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Samples region by region; coordinates of floats below 64 bits are float32. */
final class RoiAlignCall implements Call {
  private final NodeSpec node;
  private final RoiAlign op;
  private final boolean isSingle;
  private final int regionsPerRow;
  private final int images;
  private final int channels;
  private final int plane;
  private final int cells;
  private final Bilinear bilinear;
  private final Blocks<double[]> x;
  private final Blocks<double[]> regions;
  private final Blocks<long[]> indices;
  private final Output<double[]> out;

  private RoiAlignCall(NodeSpec node, Operand[] in, Operand out) {
    this.node = node;
    this.op = (RoiAlign) node.op();
    Layout layout = in[0].layout();
    this.isSingle = in[0].dtype() != DType.F64;
    this.regionsPerRow = Math.toIntExact(in[1].layout().dim(0) / node.rows());
    this.images = Math.toIntExact(layout.dim(0));
    this.channels = Math.toIntExact(layout.dim(1));
    int rows = Math.toIntExact(layout.dim(2));
    int columns = Math.toIntExact(layout.dim(3));
    this.plane = Math.multiplyExact(rows, columns);
    this.cells = Math.multiplyExact(op.rows(), op.columns());
    this.bilinear = new Bilinear(rows, columns);
    this.x = Lane.DOUBLES.blocks(in[0], layout, channels * plane);
    this.regions = Lane.DOUBLES.blocks(in[1], in[1].layout(), 4);
    this.indices = Lane.LONGS.blocks(in[2], in[2].layout(), 1);
    this.out = Lane.DOUBLES.output(out, channels * cells);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new RoiAlignCall(node, in, out[0]);
  }

  @Override
  public void run(int activeRows) {
    for (int region = 0; region < activeRows * regionsPerRow; region++) {
      indices.read(region, 1);
      long image = indices.array()[indices.at()];
      if (image < 0 || image >= images) {
        int row = node.rows() == 1 ? -1 : region / regionsPerRow;
        throw node.invalid(row, "region " + region + " is of image " + image + " of " + images);
      }
      x.read((int) image * channels * plane, channels * plane);
      regions.read(region * 4, 4);
      out.open(region * channels * cells, channels * cells);
      Arrays.fill(out.array(), out.at(), out.at() + channels * cells, 0);
      align();
      out.commit();
    }
  }

  private void align() {
    double left = edge(0);
    double top = edge(1);
    double cellRows = round(size(edge(3), top) / op.rows());
    double cellColumns = round(size(edge(2), left) / op.columns());
    int down = op.samples() > 0 ? op.samples() : (int) Math.ceil(cellRows);
    int across = op.samples() > 0 ? op.samples() : (int) Math.ceil(cellColumns);
    for (int cell = 0; cell < cells; cell++) {
      int cellRow = cell / op.columns();
      int cellColumn = cell % op.columns();
      double row = round(top + cellRow * cellRows);
      double column = round(left + cellColumn * cellColumns);
      for (int i = 0; i < down; i++) {
        double y = round(row + (i + 0.5) * cellRows / down);
        for (int j = 0; j < across; j++) {
          double at = round(column + (j + 0.5) * cellColumns / across);
          sample(cell, i == 0 && j == 0, bilinear.locateRepeated(y, at));
        }
      }
      if (op.isMean()) {
        divide(cell, Math.max(down * across, 1));
      }
    }
  }

  private double edge(int at) {
    double offset = op.isHalfPixel() ? 0.5 : 0;
    return round(round(regions.array()[regions.at() + at] * op.scale()) - offset);
  }

  private double size(double end, double start) {
    double size = round(end - start);
    return op.isHalfPixel() ? size : Math.max(size, 1);
  }

  private double round(double value) {
    return isSingle ? (float) value : value;
  }

  private void sample(int cell, boolean isFirst, boolean isInside) {
    double[] y = out.array();
    for (int channel = 0; channel < channels; channel++) {
      int from = x.at() + channel * plane;
      int to = out.at() + channel * cells + cell;
      if (op.isMean()) {
        y[to] += isInside ? bilinear.sum(x.array(), from) : 0;
      } else {
        double value = isInside ? bilinear.largestProduct(x.array(), from) : 0;
        y[to] = isFirst ? value : Math.max(y[to], value);
      }
    }
  }

  private void divide(int cell, int count) {
    for (int channel = 0; channel < channels; channel++) {
      out.array()[out.at() + channel * cells + cell] /= count;
    }
  }
}
