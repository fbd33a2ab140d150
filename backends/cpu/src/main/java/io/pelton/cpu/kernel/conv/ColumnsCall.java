package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;

/** Sums blocks channel by channel. */
final class ColumnsCall<A> implements Call {
  private final int channelsPerRow;
  private final int input;
  private final int output;
  private final SpreadPlane<A> plane;
  private final A zeros;
  private final Blocks<A> x;
  private final Output<A> out;

  /**
   * @param channelsPerRow channels of all images, per row of the node
   * @param input elements of x for a channel of the output
   * @param output elements of a channel of the output
   */
  ColumnsCall(
      int channelsPerRow,
      int input,
      int output,
      SpreadPlane<A> plane,
      Lane<A> lane,
      Blocks<A> x,
      Output<A> out) {
    this.channelsPerRow = channelsPerRow;
    this.input = input;
    this.output = output;
    this.plane = plane;
    this.zeros = lane.allocate(output);
    this.x = x;
    this.out = out;
  }

  @Override
  @SuppressWarnings("SuspiciousSystemArraycopy")
  public void run(int activeRows) {
    for (int channel = 0; channel < activeRows * channelsPerRow; channel++) {
      x.read(channel * input, input);
      out.open(channel * output, output);
      System.arraycopy(zeros, 0, out.array(), out.at(), output);
      plane.spread(x.array(), x.at(), null, 0, out.array(), out.at());
      out.commit();
    }
  }
}
