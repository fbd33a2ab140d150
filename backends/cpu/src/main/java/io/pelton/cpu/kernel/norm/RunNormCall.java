package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Normalizes runs of elements, one after the other. */
final class RunNormCall<A> implements Call {
  /** Normalizes one run, of the loop's length. */
  interface Loop<A> {
    void normalize(A x, int i, A y, int k);

    /** {@code y[k + n] *= scale[s + n]}. */
    void scale(A scale, int s, A y, int k);

    /** {@code y[k + n] += bias[b + n]}. */
    void shift(A bias, int b, A y, int k);
  }

  /** An operand that broadcasts to the runs; where it has no axis before theirs, to each alike. */
  private record Weights<A>(Blocks<A> blocks, boolean isAlike) {
    void read(int run, int length) {
      blocks.read(isAlike ? 0 : run * length, length);
    }
  }

  private final RunShape shape;
  private final Blocks<A> x;
  private final Weights<A> scale;
  private final Weights<A> bias;
  private final Output<A> y;
  private final Loop<A> loop;

  private RunNormCall(
      RunShape shape, Blocks<A> x, Weights<A> scale, Weights<A> bias, Output<A> y, Loop<A> loop) {
    this.shape = shape;
    this.x = x;
    this.scale = scale;
    this.bias = bias;
    this.y = y;
    this.loop = loop;
  }

  static <A> RunNormCall<A> bind(
      RunShape shape, Operand[] in, Operand out, Lane<A> lane, Loop<A> loop) {
    long[] dims = out.layout().dims();
    boolean hasBias = in.length > 2 && in[2] != null;
    return new RunNormCall<>(
        shape,
        lane.blocks(in[0], in[0].layout(), shape.length()),
        weights(shape, in[1], lane, dims),
        hasBias ? weights(shape, in[2], lane, dims) : null,
        lane.output(out, shape.length()),
        loop);
  }

  private static <A> Weights<A> weights(
      RunShape shape, Operand operand, Lane<A> lane, long... dims) {
    boolean isAlike = operand.layout().rank() <= shape.inner().length;
    long[] target = isAlike ? shape.inner() : dims;
    return new Weights<>(
        lane.blocks(operand, operand.layout().broadcastTo(target), shape.length()), isAlike);
  }

  @Override
  public void run(int activeRows) {
    int length = shape.length();
    int runs = length == 0 ? 0 : activeRows * shape.runsPerRow();
    for (int run = 0; run < runs; run++) {
      x.read(run * length, length);
      y.open(run * length, length);
      loop.normalize(x.array(), x.at(), y.array(), y.at());
      scale.read(run, length);
      loop.scale(scale.blocks.array(), scale.blocks.at(), y.array(), y.at());
      if (bias != null) {
        bias.read(run, length);
        loop.shift(bias.blocks.array(), bias.blocks.at(), y.array(), y.at());
      }
      y.commit();
    }
  }
}
