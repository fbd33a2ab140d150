package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;

/** Launches that join parts, which lie side by side in the output. */
final class Join {
  /** Of a {@code PartPointers} in {@code shape.cu}. */
  static final int MAX_PARTS = 32;

  private static final int WIDEST = 16;

  private final NodeSpec node;
  private final Operand out;
  private final long rows;

  /** Elements of the output for one index of the axes before the joined one. */
  private final long stride;

  /** Elements of the output for one index of the joined axis, too. */
  private final long inner;

  /**
   * @param axis along which parts are joined
   */
  Join(NodeSpec node, Operand out, int axis) {
    long[] dims = out.layout().dims();
    this.node = node;
    this.out = out;
    this.rows = Layout.elements(Arrays.copyOf(dims, axis));
    this.stride = Layout.elements(Arrays.copyOfRange(dims, axis, dims.length));
    this.inner = Layout.elements(Arrays.copyOfRange(dims, axis + 1, dims.length));
  }

  /**
   * The launch.
   *
   * @param end index on the joined axis behind the last part
   */
  Call of(List<Part> parts, long end) {
    long width = parts.stream().mapToLong(Part::columns).sum();
    long shift = end * inner - width;
    int elementWidth = out.dtype().bits() / Byte.SIZE;
    long perUnit = WIDEST / elementWidth;
    while (perUnit > 1 && !fits(perUnit, shift, parts)) {
      perUnit /= 2;
    }
    long unit = perUnit;
    long[] ends = new long[MAX_PARTS];
    long columns = 0;
    for (int i = 0; i < parts.size(); i++) {
      columns += parts.get(i).columns() / unit;
      ends[i] = columns;
    }
    long units = rows * columns;
    return new LaunchBuilder(node, Copies.MODULE, "join_" + elementWidth * unit)
        .pointer(out)
        .pointers(MAX_PARTS, parts.stream().map(Part::operand).toList())
        .struct(MAX_PARTS, ends)
        .struct(MAX_PARTS, parts.stream().mapToLong(part -> part.rowStride() / unit).toArray())
        .struct(MAX_PARTS, parts.stream().mapToLong(Part::columnStride).toArray())
        .i32(parts.size())
        .i64(shift / unit)
        .i64(columns)
        .i64(stride / unit)
        .extent(units)
        .over(Geometry.threads(units));
  }

  private boolean fits(long perUnit, long shift, List<Part> parts) {
    return stride % perUnit == 0
        && shift % perUnit == 0
        && parts.stream().allMatch(part -> part.has(perUnit));
  }
}
