package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ConvOp.PoolWithIndices;
import io.pelton.engine.graph.Window;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;

/** Finds the first largest element under each window, channel by channel. */
final class IndexPoolCall<A> implements Call {
  private final SpatialAxis[] axes;
  private final int channelsPerRow;
  private final int input;
  private final int output;
  private final int[] strides;
  private final Candidates<A> candidates;
  private final Blocks<A> x;
  private final Output<A> out;
  private final Output<long[]> indices;

  private IndexPoolCall(
      NodeSpec node,
      Operand[] in,
      Operand[] out,
      SpatialAxis[] axes,
      boolean isColumnMajor,
      Lane<A> lane,
      Candidates<A> candidates) {
    this.axes = axes;
    Layout layout = in[0].layout();
    this.channelsPerRow = Math.toIntExact(layout.dim(0) * layout.dim(1) / node.rows());
    this.input = axes[0].length() * axes[1].length() * axes[2].length();
    this.output = axes[0].outputs() * axes[1].outputs() * axes[2].outputs();
    this.strides =
        isColumnMajor
            ? new int[] {1, axes[0].length(), axes[0].length() * axes[1].length()}
            : new int[] {axes[1].length() * axes[2].length(), axes[2].length(), 1};
    this.candidates = candidates;
    this.x = lane.blocks(in[0], layout, input);
    this.out = lane.output(out[0], output);
    this.indices = out.length > 1 ? Lane.LONGS.output(out[1], output) : null;
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    boolean isPool = node.op() instanceof Pool;
    PoolWithIndices op =
        node.op() instanceof Pool pool
            ? new PoolWithIndices(pool.lengths(), pool.window(), false)
            : (PoolWithIndices) node.op();
    SpatialAxis[] axes = axes(op.window(), op.lengths(), in[0].layout(), out[0].layout());
    Operand[] used = isPool ? new Operand[] {out[0]} : out;
    DType dtype = in[0].dtype();
    return dtype.isFloat()
        ? new IndexPoolCall<>(
            node, in, used, axes, op.isColumnMajor(), Lane.DOUBLES, Candidates.doubles(dtype))
        : new IndexPoolCall<>(
            node, in, used, axes, op.isColumnMajor(), Lane.LONGS, Candidates.longs(dtype));
  }

  private static SpatialAxis[] axes(Window window, List<Integer> lengths, Layout x, Layout out) {
    SpatialAxis[] axes = new SpatialAxis[3];
    for (int i = 0; i < axes.length; i++) {
      int axis = i - axes.length + lengths.size();
      axes[i] =
          axis < 0
              ? SpatialAxis.of(1, 1, 1, 1, 0, 1)
              : SpatialAxis.of(
                  Math.toIntExact(x.dim(axis + 2)),
                  lengths.get(axis),
                  Math.toIntExact(out.dim(axis + 2)),
                  window.strides().get(axis),
                  window.padsBegin().get(axis),
                  window.dilations().get(axis));
    }
    return axes;
  }

  @Override
  public void run(int activeRows) {
    for (int channel = 0; channel < activeRows * channelsPerRow; channel++) {
      x.read(channel * input, input);
      out.open(channel * output, output);
      if (indices != null) {
        indices.open(channel * output, output);
      }
      channel(channel * (long) input);
      out.commit();
      if (indices != null) {
        indices.commit();
      }
    }
  }

  private void channel(long base) {
    int at = 0;
    for (int a = 0; a < axes[0].outputs(); a++) {
      for (int b = 0; b < axes[1].outputs(); b++) {
        for (int c = 0; c < axes[2].outputs(); c++) {
          int best = best(a, b, c);
          candidates.store(x.array(), x.at() + best, best >= 0, out.array(), out.at() + at);
          if (indices != null) {
            indices.array()[indices.at() + at] = base + index(Math.max(best, 0));
          }
          at++;
        }
      }
    }
  }

  /** The element that wins; -1 where the window has none. */
  private int best(int a, int b, int c) {
    int best = -1;
    for (int ka = 0; ka < axes[0].kernel(); ka++) {
      int row = axes[0].input(a, ka);
      for (int kb = 0; kb < axes[1].kernel() && isInside(axes[0], row); kb++) {
        int column = axes[1].input(b, kb);
        for (int kc = 0; kc < axes[2].kernel() && isInside(axes[1], column); kc++) {
          int depth = axes[2].input(c, kc);
          if (isInside(axes[2], depth)) {
            int at = (row * axes[1].length() + column) * axes[2].length() + depth;
            boolean wins = best < 0 || candidates.exceeds(x.array(), x.at() + at, x.at() + best);
            best = wins ? at : best;
          }
        }
      }
    }
    return best;
  }

  private static boolean isInside(SpatialAxis axis, int place) {
    return place >= 0 && place < axis.length();
  }

  private long index(int element) {
    int depth = element % axes[2].length();
    int rest = element / axes[2].length();
    int column = rest % axes[1].length();
    return (long) rest / axes[1].length() * strides[0]
        + (long) column * strides[1]
        + (long) depth * strides[2];
  }
}
