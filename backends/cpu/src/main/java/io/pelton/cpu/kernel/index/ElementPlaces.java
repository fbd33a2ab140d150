package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.Positions;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Elements at an index's own place, but along one axis where it says. */
final class ElementPlaces extends Places {
  private final IndexCursor indices;
  private final Positions others;
  private final int length;
  private final int stride;

  ElementPlaces(NodeSpec node, Layout data, Operand indices, int axis) {
    super(node, indices.layout().elements(), 1);
    int indexed = node.inference().axis(axis, data.rank());
    long[] strides = data.strides();
    this.indices = new IndexCursor(indices);
    this.length = Math.toIntExact(data.dim(indexed));
    this.stride = Math.toIntExact(strides[indexed]);
    strides[indexed] = 0;
    this.others = Positions.of(Layout.of(indices.layout().dims(), strides, 0));
  }

  @Override
  void begin(int count) {
    others.seek(0);
    indices.seek(0, count);
  }

  @Override
  int find() {
    return others.next() + checked(indices.next(), length) * stride;
  }
}
