package io.pelton.cpu.kernel.norm;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;

/** Normalizes runs of elements, some at a time. */
final class RunNormCall<A> implements Call {
  /** Of runs that are read at once; their elements, and the results, fit the L1 cache. */
  private static final int ELEMENTS = 4 * RawBlocks.SIZE;

  private static final int MOST_RUNS = 16;

  /** An operand that broadcasts to the runs; where it has no axis before theirs, to each alike. */
  private record Weights<A>(Blocks<A> blocks, boolean isAlike) {
    void read(int run, int length) {
      blocks.read(isAlike ? 0 : run * length, length);
    }
  }

  private final RunShape shape;
  private final int most;
  private final Blocks<A> x;
  private final Weights<A> scale;
  private final Weights<A> bias;
  private final Output<A> y;
  private final RunNormLoop<A> loop;

  private RunNormCall(
      RunShape shape,
      int most,
      Blocks<A> x,
      Weights<A> scale,
      Weights<A> bias,
      Output<A> y,
      RunNormLoop<A> loop) {
    this.shape = shape;
    this.most = most;
    this.x = x;
    this.scale = scale;
    this.bias = bias;
    this.y = y;
    this.loop = loop;
  }

  static <A> RunNormCall<A> bind(
      RunShape shape, Operand[] in, Operand out, Lane<A> lane, RunNormLoop<A> loop) {
    long[] dims = out.layout().dims();
    Weights<A> scale = weights(shape, in[1], lane, dims);
    Weights<A> bias = in.length > 2 && in[2] != null ? weights(shape, in[2], lane, dims) : null;
    boolean isAlike = scale.isAlike && (bias == null || bias.isAlike);
    int most = isAlike ? runsAtOnce(shape.length()) : 1;
    return new RunNormCall<>(
        shape,
        most,
        lane.blocks(in[0], in[0].layout(), most * shape.length()),
        scale,
        bias,
        lane.output(out, most * shape.length()),
        loop);
  }

  private static int runsAtOnce(int length) {
    return Math.max(1, Math.min(MOST_RUNS, ELEMENTS / Math.max(1, length)));
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
    for (int run = 0; run < runs; run += most) {
      int count = Math.min(most, runs - run);
      x.read(run * length, count * length);
      y.open(run * length, count * length);
      scale.read(run, length);
      if (bias == null) {
        normalize(count, null, 0);
      } else {
        bias.read(run, length);
        normalize(count, bias.blocks.array(), bias.blocks.at());
      }
      y.commit();
    }
  }

  private void normalize(int runs, A summands, int from) {
    loop.apply(
        x.array(),
        x.at(),
        runs,
        scale.blocks.array(),
        scale.blocks.at(),
        summands,
        from,
        y.array(),
        y.at());
  }
}
