package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/** Normalizes the runs of elements that lie in one channel each, with the channel's numbers. */
final class ChannelNormCall<A> implements Call {
  /** A loop over one run. */
  @FunctionalInterface
  interface Loop<A> {
    /**
     * {@code y = (x - mean) / deviation * scale + bias}, rounded after every step.
     *
     * @param numbers of the channels: mean, deviation, scale and bias
     */
    void apply(A x, int at, List<Blocks<A>> numbers, int channel, A y, int to, int count);
  }

  private final Rows rows;
  private final int channels;
  private final int length;
  private final Blocks<A> x;
  private final List<Blocks<A>> numbers;
  private final Output<A> y;
  private final Loop<A> loop;

  /**
   * @param length elements of a run, at least one
   * @param numbers of the channels, one vector each
   */
  ChannelNormCall(
      Rows rows,
      int length,
      Operand x,
      List<Operand> numbers,
      Operand y,
      Lane<A> lane,
      Loop<A> loop) {
    Layout vector = numbers.get(0).layout();
    this.rows = rows;
    this.channels = Math.toIntExact(vector.elements());
    this.length = length;
    this.x = lane.blocks(x, x.layout(), RawBlocks.SIZE);
    this.numbers =
        numbers.stream().map(each -> lane.blocks(each, each.layout(), channels)).toList();
    this.y = lane.output(y);
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int i = 0; i < numbers.size(); i++) {
      numbers.get(i).read(0, channels);
    }
    for (int from = 0; from < end; from += length) {
      int channel = from / length % channels;
      for (int done = 0; done < length; done += RawBlocks.SIZE) {
        int count = Math.min(RawBlocks.SIZE, length - done);
        x.read(from + done, count);
        y.open(from + done, count);
        loop.apply(x.array(), x.at(), numbers, channel, y.array(), y.at(), count);
        y.commit();
      }
    }
  }

  static void floats(
      float[] x, int at, List<Blocks<float[]>> numbers, int channel, float[] y, int to, int count) {
    float mean = number(numbers.get(0), channel);
    float deviation = number(numbers.get(1), channel);
    float scale = number(numbers.get(2), channel);
    float bias = number(numbers.get(3), channel);
    for (int n = 0; n < count; n++) {
      y[to + n] = (x[at + n] - mean) / deviation * scale + bias;
    }
  }

  private static float number(Blocks<float[]> numbers, int channel) {
    return numbers.array()[numbers.at() + channel];
  }

  static void doubles(
      double[] x,
      int at,
      List<Blocks<double[]>> numbers,
      int channel,
      double[] y,
      int to,
      int count) {
    double mean = wideNumber(numbers.get(0), channel);
    double deviation = wideNumber(numbers.get(1), channel);
    double scale = wideNumber(numbers.get(2), channel);
    double bias = wideNumber(numbers.get(3), channel);
    for (int n = 0; n < count; n++) {
      y[to + n] = (x[at + n] - mean) / deviation * scale + bias;
    }
  }

  private static double wideNumber(Blocks<double[]> numbers, int channel) {
    return numbers.array()[numbers.at() + channel];
  }
}
