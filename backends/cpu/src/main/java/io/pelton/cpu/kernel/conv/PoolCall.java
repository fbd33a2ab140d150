package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.engine.kernel.Call;

/** Pools channel by channel. */
final class PoolCall<A> implements Call {
  private final int inputSize;
  private final int outputSize;
  private final int channelsPerRow;
  private final Blocks<A> x;
  private final Output<A> out;
  private final PlanePool<A> pool;

  /**
   * @param channelsPerRow channels of all images, per row of the node
   */
  PoolCall(
      ConvGeometry geometry, int channelsPerRow, Blocks<A> x, Output<A> out, PlanePool<A> pool) {
    this.inputSize = geometry.inputPlane();
    this.outputSize = geometry.outputPlane();
    this.channelsPerRow = channelsPerRow;
    this.x = x;
    this.out = out;
    this.pool = pool;
  }

  @Override
  public void run(int activeRows) {
    for (int channel = 0; channel < activeRows * channelsPerRow; channel++) {
      x.read(channel * inputSize, inputSize);
      out.open(channel * outputSize, outputSize);
      pool.apply(x.array(), x.at(), out.array(), out.at());
      out.commit();
    }
  }
}
