package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.FloatBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** DynamicQuantize: run by run, where a run is all elements or those along the last axis. */
final class DynamicQuantizeKernel implements FixedKernel {
  private static final float STEPS = 255;

  private final DynamicQuantization loops;

  DynamicQuantizeKernel(DynamicQuantization loops) {
    this.loops = loops;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout x = in[0].layout();
    boolean perRow = ((DynamicQuantize) node.op()).perRow();
    int length = Math.toIntExact(perRow ? x.dim(x.rank() - 1) : x.elements());
    int runsPerRow = Math.toIntExact(out[1].layout().elements()) / node.rows();
    FloatBlocks blocks = FloatBlocks.of(in[0], x, RawBlocks.SIZE);
    float[] range = new float[2];
    return active -> {
      for (int run = 0; run < active * runsPerRow; run++) {
        quantize(blocks, run * length, length, range, out, run);
      }
    };
  }

  private void quantize(
      FloatBlocks x, int start, int length, float[] range, Operand[] out, int run) {
    Arrays.fill(range, 0);
    for (int done = 0; done < length; done += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, length - done);
      x.read(start + done, count);
      loops.extend(range, x.array(), x.at(), count);
    }
    float min = range[0];
    float max = range[1];
    float scale = max == min ? 1 : (max - min) / STEPS;
    int zero = (int) ScalarQuantization.clamp(QuantizeLoops.rounded(-min / scale));
    out[1].floats()[out[1].base() + run] = scale;
    out[2].bytes()[out[2].base() + run] = (byte) zero;
    byte[] target = out[0].bytes();
    int to = out[0].base() + start;
    for (int done = 0; done < length; done += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, length - done);
      x.read(start + done, count);
      loops.quantize(x.array(), x.at(), scale, zero, target, to + done, count);
    }
  }
}
