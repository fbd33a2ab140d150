package io.pelton.cpu.kernel.sample;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;

/** Resamples slice by slice: all of the axis, and of those within it. */
final class ResampleCall<A> implements Call {
  private final int slicesPerRow;
  private final int input;
  private final int output;
  private final Blocks<A> x;
  private final Output<A> out;
  private final ResampleLoop<A> loop;

  /**
   * @param slicesPerRow slices of a row of the node
   * @param input elements of a slice of x
   * @param output elements of a slice of the output
   */
  ResampleCall(
      int slicesPerRow, int input, int output, Blocks<A> x, Output<A> out, ResampleLoop<A> loop) {
    this.slicesPerRow = slicesPerRow;
    this.input = input;
    this.output = output;
    this.x = x;
    this.out = out;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    for (int slice = 0; slice < activeRows * slicesPerRow; slice++) {
      x.read(slice * input, input);
      out.open(slice * output, output);
      loop.resample(x.array(), x.at(), out.array(), out.at());
      out.commit();
    }
  }
}
