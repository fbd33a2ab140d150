package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SampleOp.AffineGrid;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Maps the places of an image's elements, map by map. */
final class AffineGridCall implements Call {
  private final int maps;
  private final int axes;
  private final int places;
  private final double[][] coordinates;
  private final double[] place;
  private final Blocks<double[]> theta;
  private final Output<double[]> out;

  private AffineGridCall(NodeSpec node, Operand theta, Operand out) {
    Layout layout = out.layout();
    this.axes = layout.rank() - 2;
    this.maps = Math.toIntExact(layout.dim(0) / node.rows());
    this.coordinates = new double[axes][];
    this.place = new double[axes];
    int count = 1;
    for (int axis = 0; axis < axes; axis++) {
      int length = Math.toIntExact(layout.dim(axis + 1));
      coordinates[axis] = coordinates(length, ((AffineGrid) node.op()).isAligned());
      count = Math.multiplyExact(count, length);
    }
    this.places = count;
    this.theta = Lane.DOUBLES.blocks(theta, theta.layout(), axes * (axes + 1));
    this.out = Lane.DOUBLES.output(out, places * axes);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return new AffineGridCall(node, in[0], out[0]);
  }

  private static double[] coordinates(int length, boolean isAligned) {
    double[] coordinates = new double[length];
    for (int i = 0; i < length; i++) {
      double edges = (2.0 * i + 1) / length - 1;
      coordinates[i] = !isAligned ? edges : length == 1 ? 0 : 2.0 * i / (length - 1) - 1;
    }
    return coordinates;
  }

  @Override
  public void run(int activeRows) {
    for (int map = 0; map < activeRows * maps; map++) {
      theta.read(map * axes * (axes + 1), axes * (axes + 1));
      out.open(map * places * axes, places * axes);
      for (int at = 0; at < places; at++) {
        locate(at);
        send(out.at() + at * axes);
      }
      out.commit();
    }
  }

  /** The last axis comes first. */
  private void locate(int at) {
    int rest = at;
    for (int axis = axes - 1; axis >= 0; axis--) {
      place[axes - 1 - axis] = coordinates[axis][rest % coordinates[axis].length];
      rest /= coordinates[axis].length;
    }
  }

  private void send(int to) {
    double[] map = theta.array();
    for (int row = 0; row < axes; row++) {
      int from = theta.at() + row * (axes + 1);
      double sum = 0;
      for (int axis = 0; axis < axes; axis++) {
        sum = Math.fma(map[from + axis], place[axis], sum);
      }
      out.array()[to + row] = sum + map[from + axes];
    }
  }
}
