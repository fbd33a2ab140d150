package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.Weights;
import io.pelton.engine.graph.SampleOp.DeformConv;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Samples what an element of the kernels meets, then adds its products to all channels. */
final class DeformConvCall implements Call {
  private final DeformConv op;
  private final int images;
  private final int channels;
  private final int plane;
  private final int kernels;
  private final int kernelRows;
  private final int kernelColumns;
  private final int columns;
  private final int places;
  private final Bilinear bilinear;
  private final double[] samples;
  private final Blocks<double[]> x;
  private final Blocks<double[]> w;
  private final Blocks<double[]> offsets;
  private final Blocks<double[]> bias;
  private final Blocks<double[]> mask;
  private final Output<double[]> out;

  private DeformConvCall(NodeSpec node, Operand[] in, Operand out) {
    this.op = (DeformConv) node.op();
    Layout layout = in[0].layout();
    Layout weights = in[1].layout();
    this.images = Math.toIntExact(layout.dim(0) / node.rows());
    this.channels = Math.toIntExact(layout.dim(1));
    int rows = Math.toIntExact(layout.dim(2));
    int width = Math.toIntExact(layout.dim(3));
    this.plane = Math.multiplyExact(rows, width);
    this.kernels = Math.toIntExact(weights.dim(0));
    this.kernelRows = Math.toIntExact(weights.dim(2));
    this.kernelColumns = Math.toIntExact(weights.dim(3));
    this.columns = Math.toIntExact(out.layout().dim(3));
    this.places = Math.multiplyExact(Math.toIntExact(out.layout().dim(2)), columns);
    this.bilinear = new Bilinear(rows, width);
    this.samples = new double[places];
    this.x = Lane.DOUBLES.blocks(in[0], layout, channels * plane);
    this.w = Weights.of(node, in[1], Lane.DOUBLES);
    this.offsets = field(in[DeformConv.OFFSETS], 2);
    boolean hasBias = in.length > DeformConv.BIAS && in[DeformConv.BIAS] != null;
    this.bias = hasBias ? Weights.of(node, in[DeformConv.BIAS], Lane.DOUBLES) : null;
    boolean hasMask = in.length > DeformConv.MASK && in[DeformConv.MASK] != null;
    this.mask = hasMask ? field(in[DeformConv.MASK], 1) : null;
    this.out = Lane.DOUBLES.output(out, kernels * places);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new DeformConvCall(node, in, out[0]);
  }

  private Blocks<double[]> field(Operand operand, int numbers) {
    return Lane.DOUBLES.blocks(operand, operand.layout(), fieldSize(numbers));
  }

  private int fieldSize(int numbers) {
    return numbers * op.offsetGroup() * kernelRows * kernelColumns * places;
  }

  @Override
  public void run(int activeRows) {
    int perGroup = channels / op.group();
    w.read(0, kernels * perGroup * kernelRows * kernelColumns);
    if (bias != null) {
      bias.read(0, kernels);
    }
    for (int image = 0; image < activeRows * images; image++) {
      x.read(image * channels * plane, channels * plane);
      offsets.read(image * fieldSize(2), fieldSize(2));
      if (mask != null) {
        mask.read(image * fieldSize(1), fieldSize(1));
      }
      out.open(image * kernels * places, kernels * places);
      Arrays.fill(out.array(), out.at(), out.at() + kernels * places, 0);
      for (int channel = 0; channel < channels; channel++) {
        for (int element = 0; element < kernelRows * kernelColumns; element++) {
          sample(channel, element);
          add(channel / perGroup, channel % perGroup, element);
        }
      }
      addBias();
      out.commit();
    }
  }

  private void sample(int channel, int element) {
    int group = channel / (channels / op.offsetGroup());
    int field = group * kernelRows * kernelColumns + element;
    int down = offsets.at() + 2 * field * places;
    int across = down + places;
    int rowShift = element / kernelColumns * op.window().dilations().get(0);
    int columnShift = element % kernelColumns * op.window().dilations().get(1);
    int top = rowShift - op.window().padsBegin().get(0);
    int left = columnShift - op.window().padsBegin().get(1);
    for (int place = 0; place < places; place++) {
      int row = place / columns * op.window().strides().get(0) + top;
      int column = place % columns * op.window().strides().get(1) + left;
      bilinear.locate(
          row + offsets.array()[down + place], column + offsets.array()[across + place]);
      double value = bilinear.sum(x.array(), x.at() + channel * plane);
      samples[place] =
          mask == null ? value : value * mask.array()[mask.at() + field * places + place];
    }
  }

  /**
   * @param channel of the group
   */
  private void add(int group, int channel, int element) {
    int each = kernels / op.group();
    int size = kernelRows * kernelColumns;
    for (int kernel = group * each; kernel < (group + 1) * each; kernel++) {
      double weight =
          w.array()[w.at() + (kernel * (channels / op.group()) + channel) * size + element];
      int to = out.at() + kernel * places;
      double[] y = out.array();
      for (int place = 0; place < places; place++) {
        y[to + place] = Math.fma(weight, samples[place], y[to + place]);
      }
    }
  }

  private void addBias() {
    for (int kernel = 0; bias != null && kernel < kernels; kernel++) {
      int to = out.at() + kernel * places;
      for (int place = 0; place < places; place++) {
        out.array()[to + place] += bias.array()[bias.at() + kernel];
      }
    }
  }
}
