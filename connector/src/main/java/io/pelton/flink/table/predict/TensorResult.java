package io.pelton.flink.table.predict;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.flink.error.ColumnMismatch;
import io.pelton.flink.error.UnsupportedOutput;
import java.util.List;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A tensor with a part a row: a scalar, or arrays as deep as the part has axes, of which the last
 * may be left out where they are 1 long. Positions choose from the first axes of the part.
 */
final class TensorResult extends ResultReader {
  private final int[] path;
  private final int depth;
  private final LogicalType element;

  private TensorResult(
      Port port, ResultColumn.Output column, int[] path, int depth, LogicalType element) {
    super(port, column);
    this.path = path;
    this.depth = depth;
    this.element = element;
  }

  static TensorResult of(Port port, TensorType type, ResultColumn.Output column) {
    if (!ElementTypes.isReadable(type.dtype())) {
      throw new UnsupportedOutput(port.name(), type.toString(), "has no SQL type");
    }
    LogicalType element = column.type();
    int depth = 0;
    while (element instanceof ArrayType array) {
      element = array.getElementType();
      depth++;
    }
    int[] path = path(port, column);
    TensorResult result = new TensorResult(port, column, path, depth, element);
    if (type.shape().isRanked()) {
      result.check(type.shape());
    }
    if (!ElementTypes.fits(type.dtype(), element)) {
      throw result.mismatch(
          "ARRAY<".repeat(depth) + ElementTypes.names(type.dtype()) + ">".repeat(depth),
          "declare the column so, and CAST what comes out");
    }
    return result;
  }

  private static int[] path(Port port, ResultColumn.Output column) {
    if (column.element().isEmpty()) {
      return new int[0];
    }
    String[] parts = column.element().split(",", -1);
    int[] path = new int[parts.length];
    for (int i = 0; i < path.length; i++) {
      try {
        path[i] = Integer.parseUnsignedInt(parts[i].strip());
      } catch (NumberFormatException e) {
        path[i] = -1;
      }
      if (path[i] < 0) {
        throw new ColumnMismatch(
            column.name(),
            "a position from 0 in output '" + port.name() + "' of type " + port.type(),
            "'" + column.element() + "'",
            "write it as " + port.name() + "[0]; a matrix takes two, as " + port.name() + "[0,0]");
      }
    }
    return path;
  }

  private void check(Shape shape) {
    if (shape.rank() == 0) {
      throw new UnsupportedOutput(
          port().name(),
          port().type().toString(),
          "has no batch axis, and no part of it is a row's");
    }
    List<Extent> part = shape.extents().subList(1, shape.rank());
    for (int axis = 0; axis < path.length; axis++) {
      if (axis >= part.size() || path[axis] >= part.get(axis).max()) {
        throw new ColumnMismatch(
            column().name(),
            axis < part.size()
                ? "a position below " + part.get(axis).max()
                : "no more positions than a row's part of the output has axes, " + part.size(),
            "'" + column().element() + "' of output '" + port().name() + "' " + port().type(),
            "correct the position");
      }
    }
    List<Extent> left = part.subList(Math.min(path.length, part.size()), part.size());
    boolean isDeepEnough =
        depth <= left.size()
            && left.subList(depth, left.size()).stream()
                .allMatch(extent -> extent.isFixed() && extent.max() == 1);
    if (!isDeepEnough) {
      String remedy =
          depth < left.size()
              ? "declare the column so, or choose a position with output.mapping, as "
                  + port().name()
                  + "[0]"
              : "declare the column so";
      throw mismatch(arrays(left), remedy);
    }
  }

  private String arrays(List<Extent> left) {
    int levels = left.size();
    while (levels > 0 && left.get(levels - 1).isFixed() && left.get(levels - 1).max() == 1) {
      levels--;
    }
    String names = ElementTypes.names(((TensorType) port().type()).dtype());
    return "ARRAY<".repeat(levels) + names + ">".repeat(levels);
  }

  @Override
  RowValues values(Value output, int rows, int[] own) {
    Tensor tensor = (Tensor) output;
    Layout layout = tensor.layout();
    int first = 1 + path.length;
    boolean isByRow =
        layout.rank() >= first + depth && layout.dim(0) == rows && isOne(layout, first + depth);
    if (!isByRow) {
      throw notAs(layout + " for " + rows + " rows");
    }
    ElementValues values = new ElementValues(tensor, element);
    if (depth == 0 && path.length == 0) {
      return values::value;
    }
    Cuts cuts = new Cuts(layout, own);
    return row -> {
      int at = row * cuts.stride(0);
      for (int axis = 1; axis < first; axis++) {
        int position = path[axis - 1];
        if (position >= cuts.length(axis, row)) {
          throw new UnfitValue(
              "less than " + (position + 1) + " elements", "the position " + column().element());
        }
        at += position * cuts.stride(axis);
      }
      return depth == 0 ? values.value(at) : array(values, cuts, row, at, first, depth);
    };
  }

  private static boolean isOne(Layout layout, int from) {
    for (int axis = from; axis < layout.rank(); axis++) {
      if (layout.dim(axis) != 1) {
        return false;
      }
    }
    return true;
  }

  private static ArrayData array(
      ElementValues values, Cuts cuts, int row, int at, int axis, int levels) {
    int length = cuts.length(axis, row);
    if (levels == 1) {
      return values.array(at, length);
    }
    Object[] parts = new Object[length];
    for (int i = 0; i < length; i++) {
      parts[i] = array(values, cuts, row, at + i * cuts.stride(axis), axis + 1, levels - 1);
    }
    return new GenericArrayData(parts);
  }

  /** Where a row's part lies, in row-major order, and how much of it is no padding. */
  private static final class Cuts {
    private final int[] dims;
    private final int[] strides;
    private final int[] own;

    Cuts(Layout layout, int[] own) {
      this.own = own;
      this.dims = new int[layout.rank()];
      this.strides = new int[dims.length];
      int stride = 1;
      for (int axis = dims.length - 1; axis >= 0; axis--) {
        dims[axis] = Math.toIntExact(layout.dim(axis));
        strides[axis] = stride;
        stride = Math.multiplyExact(stride, dims[axis]);
      }
    }

    int stride(int axis) {
      return strides[axis];
    }

    int length(int axis, int row) {
      return axis == 1 && own != null ? own[row] : dims[axis];
    }
  }
}
