package io.pelton.engine.realize;

import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Joins what the iterations leave for one scan output, along an axis that the elements lack. */
final class ScanOutput {
  /** Elements that are joined at once; so many stay apart at most. */
  private static final int CHUNK = 1024;

  private final ControlNode node;
  private final String name;
  private final TensorType declared;
  private final ScanAxis scanned;
  private final List<Tensor> chunks = new ArrayList<>();
  private final List<Tensor> latest = new ArrayList<>();
  private TensorType element;

  /**
   * @param output of the body, which leaves the elements
   */
  ScanOutput(ControlNode node, Body body, int output, ScanAxis scanned) {
    this.node = node;
    this.name = body.outputName(output);
    this.declared = body.outputType(output);
    this.scanned = scanned;
  }

  /** Takes the element over. */
  void add(long iteration, Tensor value) {
    if (element == null) {
      element = ControlNode.typeOf(value);
    }
    node.checkLeft(iteration, name, element, value);
    latest.add(new Tensor(value.storage(), withAxis(value.layout())));
    if (latest.size() == CHUNK) {
      join();
    }
  }

  /**
   * The whole. Without iterations it has no elements, with 0 for lengths that the body does not
   * know, and one axis where the body does not know the rank.
   */
  Tensor whole() {
    if (element == null) {
      return Tensor.allocate(declared.dtype(), emptyDims());
    }
    if (!latest.isEmpty()) {
      join();
    }
    if (chunks.size() == 1) {
      return chunks.get(0);
    }
    return concat(chunks);
  }

  private void join() {
    chunks.add(concat(latest));
    latest.clear();
  }

  private Tensor concat(List<Tensor> parts) {
    List<Tensor> ordered = new ArrayList<>(parts);
    if (scanned.isBackward()) {
      Collections.reverse(ordered);
    }
    return node.concat(scanned.axis(), ordered);
  }

  private Layout withAxis(Layout layout) {
    int at = axis(layout.rank());
    long[] dims = new long[layout.rank() + 1];
    long[] strides = new long[dims.length];
    for (int axis = 0; axis < dims.length; axis++) {
      int from = axis < at ? axis : axis - 1;
      dims[axis] = axis == at ? 1 : layout.dim(from);
      strides[axis] = axis == at ? 0 : layout.stride(from);
    }
    return Layout.of(dims, strides, layout.offset());
  }

  private int axis(int elementRank) {
    return scanned.axis() < 0 ? scanned.axis() + elementRank + 1 : scanned.axis();
  }

  private long[] emptyDims() {
    Shape shape = declared.shape();
    if (!shape.isRanked()) {
      return new long[] {0};
    }
    List<Long> dims = new ArrayList<>();
    for (Extent extent : shape.extents()) {
      dims.add(extent.isFixed() ? extent.max() : 0);
    }
    dims.add(axis(shape.rank()), 0L);
    return dims.stream().mapToLong(Long::longValue).toArray();
  }
}
