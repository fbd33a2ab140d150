package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * Copies of views. Contiguous ones go in pieces of 16 bytes; those whose neighbours are no
 * neighbours in the target go through tiles in shared memory, so that both sides are read and
 * written in long runs; others in units as wide as both sides allow.
 */
public final class Copies {
  static final String MODULE = "shape";

  /** Bytes that a thread copies where all lie side by side. */
  static final int PIECE = 16;

  private static final int TILE = 32;
  private static final int TILE_THREADS = 256;

  /** Axes shorter than this are not worth a tile. */
  private static final int SHORT = 8;

  private Copies() {}

  /**
   * A copy of the rows that are active.
   *
   * @param to contiguous, as long as {@code from}, of its dtype
   */
  public static Call pack(NodeSpec node, Operand from, Operand to) {
    Layout source = from.layout();
    long[] dims = source.dims();
    Layout target = Layout.contiguous(dims);
    FoldedAxes axes = FoldedAxes.of(dims, source, target);
    if (from.dtype().bits() < Byte.SIZE) {
      return packed(node, from, to, axes);
    }
    if (axes.isContiguous(0)) {
      return flat(node, from, to);
    }
    int near = near(axes);
    return near < 0 ? view(node, from, to, target, 0) : tiled(node, from, to, axes, near);
  }

  private static Call flat(NodeSpec node, Operand from, Operand to) {
    long bytes = from.layout().elements() * (from.dtype().bits() / Byte.SIZE);
    return new LaunchBuilder(node, MODULE, "copy_flat")
        .pointer(from)
        .pointer(to)
        .extent(bytes)
        .over(Geometry.threads((bytes + PIECE - 1) / PIECE));
  }

  private static Call packed(NodeSpec node, Operand from, Operand to, FoldedAxes axes) {
    int bits = from.dtype().bits();
    long elements = axes.elements();
    int perByte = Byte.SIZE / bits;
    return new LaunchBuilder(node, MODULE, "copy_packed")
        .pointer(from)
        .start(from)
        .pointer(to)
        .start(to)
        .view(axes.dims(), axes.strides(0))
        .i32(bits)
        .extent(elements)
        .over(Geometry.threads(elements == 0 ? 0 : elements / perByte + 2));
  }

  /** The axis along which the source's neighbours lie, where that is not the last; -1 for none. */
  private static int near(FoldedAxes axes) {
    long[] strides = axes.strides(0);
    int last = axes.rank() - 1;
    if (last < 1 || strides[last] == 1 || axes.dim(last) < SHORT) {
      return -1;
    }
    for (int axis = 0; axis < last; axis++) {
      if (Math.abs(strides[axis]) == 1 && axes.dim(axis) >= SHORT) {
        return axis;
      }
    }
    return -1;
  }

  private static Call tiled(NodeSpec node, Operand from, Operand to, FoldedAxes axes, int near) {
    int last = axes.rank() - 1;
    long rows = axes.dim(near);
    long columns = axes.dim(last);
    long tiles = (rows + TILE - 1) / TILE * ((columns + TILE - 1) / TILE);
    long others = axes.elements() / (rows * columns);
    return new LaunchBuilder(node, MODULE, "copy_tile_" + from.dtype().bits() / Byte.SIZE)
        .pointer(from)
        .pointer(to)
        .axes(axes.dims())
        .axes(axes.strides(0))
        .axes(axes.strides(1))
        .i32(axes.rank())
        .i32(near)
        .extent(axes.elements())
        .over(Geometry.blocks(tiles * others, TILE_THREADS));
  }

  /**
   * A copy of the rows that are active to where another layout puts them.
   *
   * @param target lengths of {@code from}
   * @param shift elements from where {@code to} starts to the target
   */
  static Call view(NodeSpec node, Operand from, Operand to, Layout target, long shift) {
    long elements = from.layout().elements();
    FoldedAxes axes = FoldedAxes.of(from.layout().dims(), from.layout(), target);
    MovedAxes moved = MovedAxes.of(from.dtype(), axes, 2, shift, elements / node.rows());
    long units = moved.units(elements);
    return new LaunchBuilder(node, MODULE, "copy_view_" + moved.width())
        .pointer(from)
        .pointer(to)
        .axes(moved.dims())
        .axes(moved.strides(0))
        .axes(moved.strides(1))
        .i64(moved.rank())
        .i64(moved.units(shift))
        .extent(units)
        .over(Geometry.threads(units));
  }
}
