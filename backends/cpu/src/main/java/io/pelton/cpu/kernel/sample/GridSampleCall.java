package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SampleOp.GridSample;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Samples image by image, place by place. */
final class GridSampleCall implements Call {
  private final GridAxis[] axes;
  private final int[] steps;
  private final int images;
  private final int channels;
  private final int plane;
  private final int places;
  private final int coordinates;
  private final int taps;
  private final int[] index;
  private final double[] weight;
  private final Blocks<double[]> x;
  private final Blocks<double[]> grid;
  private final Output<double[]> out;

  private GridSampleCall(NodeSpec node, Operand[] in, Operand out) {
    GridSample op = (GridSample) node.op();
    Layout layout = in[0].layout();
    this.coordinates = layout.rank() - 2;
    this.axes = new GridAxis[coordinates];
    this.steps = new int[coordinates];
    boolean isSingle = in[1].dtype() != DType.F64;
    int elements = 1;
    for (int axis = coordinates - 1; axis >= 0; axis--) {
      int length = Math.toIntExact(layout.dim(axis + 2));
      axes[axis] = new GridAxis(op, length, isSingle);
      steps[axis] = elements;
      elements = Math.multiplyExact(elements, length);
    }
    this.plane = elements;
    this.images = Math.toIntExact(layout.dim(0) / node.rows());
    this.channels = Math.toIntExact(layout.dim(1));
    int dots = 1;
    for (int axis = 2; axis < layout.rank(); axis++) {
      dots = Math.multiplyExact(dots, Math.toIntExact(out.layout().dim(axis)));
    }
    this.places = dots;
    int each = op.interpolation() == Interpolation.NEAREST ? 1 : axes[0].count();
    this.taps = (int) Math.pow(each, coordinates);
    this.index = new int[taps];
    this.weight = new double[taps];
    this.x = Lane.DOUBLES.blocks(in[0], layout, channels * plane);
    this.grid = Lane.DOUBLES.blocks(in[1], in[1].layout(), places * coordinates);
    this.out = Lane.DOUBLES.output(out, channels * places);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new GridSampleCall(node, in, out[0]);
  }

  @Override
  public void run(int activeRows) {
    for (int image = 0; image < activeRows * images; image++) {
      x.read(image * channels * plane, channels * plane);
      grid.read(image * places * coordinates, places * coordinates);
      out.open(image * channels * places, channels * places);
      for (int place = 0; place < places; place++) {
        locate(grid.at() + place * coordinates);
        for (int channel = 0; channel < channels; channel++) {
          out.array()[out.at() + channel * places + place] = sum(x.at() + channel * plane);
        }
      }
      out.commit();
    }
  }

  /** Finds elements and weights, in row-major order. */
  private void locate(int at) {
    for (int axis = 0; axis < coordinates; axis++) {
      axes[axis].locate(grid.array()[at + coordinates - 1 - axis]);
    }
    for (int tap = 0; tap < taps; tap++) {
      int rest = tap;
      int element = 0;
      double product = 1;
      for (int axis = coordinates - 1; axis >= 0; axis--) {
        int choice = rest % axes[axis].count();
        rest /= axes[axis].count();
        int picked = axes[axis].index[choice];
        element = picked < 0 || element < 0 ? -1 : element + picked * steps[axis];
        product *= axes[axis].weight[choice];
      }
      index[tap] = element;
      weight[tap] = product;
    }
  }

  private double sum(int channel) {
    double sum = 0;
    for (int tap = 0; tap < taps; tap++) {
      if (index[tap] >= 0) {
        sum = Math.fma(weight[tap], x.array()[channel + index[tap]], sum);
      }
    }
    return sum;
  }
}
