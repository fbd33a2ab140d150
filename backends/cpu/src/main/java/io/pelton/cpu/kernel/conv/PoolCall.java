package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.Call;

/** Pools channel by channel. */
final class PoolCall<A> implements Call {
  /** What becomes of {@code count} combined elements from {@code k}. */
  @FunctionalInterface
  interface Finish<A> {
    void apply(A y, int k, int count);
  }

  private final ConvGeometry geometry;
  private final ConvPlane<A> plane;
  private final int channelsPerRow;
  private final Blocks<A> x;
  private final Output<A> out;
  private final Steps<A> steps;
  private final double start;
  private final Finish<A> finish;

  /**
   * @param channelsPerRow channels of all images, per row of the node
   * @param start what elements are combined with first
   * @param finish runs once a channel
   */
  PoolCall(
      ConvGeometry geometry,
      Accumulation<A> accumulation,
      int channelsPerRow,
      Blocks<A> x,
      Output<A> out,
      Steps<A> steps,
      double start,
      Finish<A> finish) {
    this.geometry = geometry;
    this.plane = new ConvPlane<>(geometry, accumulation);
    this.channelsPerRow = channelsPerRow;
    this.x = x;
    this.out = out;
    this.steps = steps;
    this.start = start;
    this.finish = finish;
  }

  @Override
  public void run(int activeRows) {
    int input = geometry.inputPlane();
    int size = geometry.outputPlane();
    for (int channel = 0; channel < activeRows * channelsPerRow; channel++) {
      x.read(channel * input, input);
      out.open(channel * size, size);
      steps.fill(out.array(), out.at(), size, start);
      plane.accumulate(x.array(), x.at(), null, 0, out.array(), out.at());
      finish.apply(out.array(), out.at(), size);
      out.commit();
    }
  }
}
