package io.pelton.cpu.kernel.index;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.IndexOp.GatherElements;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Walks the slices of the data that indices name, by the data's elements in row-major order. */
abstract class Places {
  private final NodeSpec node;
  private final int slices;
  private final int sliceLength;
  private int current;

  /**
   * @param slices how many the indices name
   * @param sliceLength elements of a slice
   */
  Places(NodeSpec node, long slices, long sliceLength) {
    this.node = node;
    this.slices = Math.toIntExact(slices);
    this.sliceLength = Math.toIntExact(sliceLength);
  }

  static Places of(NodeSpec node, Operand data, Operand indices) {
    Layout layout = Layout.contiguous(data.layout().dims());
    if (node.op() instanceof GatherElements op) {
      return new ElementPlaces(node, layout, indices, op.axis());
    }
    if (node.op() instanceof ScatterElements op) {
      return new ElementPlaces(node, layout, indices, op.axis());
    }
    int batchAxes = node.op() instanceof GatherSlices op ? op.batchAxes() : 0;
    return new SlicePlaces(node, layout, indices, batchAxes);
  }

  final int sliceLength() {
    return sliceLength;
  }

  /** How many slices so many rows of the node have. */
  final int slices(int rows) {
    return rows == node.rows() ? slices : rows * (slices / node.rows());
  }

  /** Goes to the first slice; at most so many are asked for, and at least one. */
  final void start(int count) {
    current = 0;
    begin(count);
  }

  /** The data's element at which the current slice begins; then moves on by one. */
  final int next() {
    int element = find();
    current++;
    return element;
  }

  abstract void begin(int count);

  abstract int find();

  /** An index from 0 on. */
  final int checked(long index, long length) {
    if (index < -length || index >= length) {
      throw invalid(index, length);
    }
    return (int) (index < 0 ? index + length : index);
  }

  private InvalidValue invalid(long index, long length) {
    return node.invalid(
        node.rows() == 1 || slices % node.rows() != 0 ? -1 : current / (slices / node.rows()),
        "index " + index + " is outside of [" + -length + ", " + (length - 1) + "]");
  }
}
