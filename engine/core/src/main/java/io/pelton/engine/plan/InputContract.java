package io.pelton.engine.plan;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** What an input declares, checked without allocation. */
public final class InputContract {
  /** A bucket of more rows would not be an int. */
  private static final long MAX_ROWS = 1L << 30;

  private final String name;
  private final TensorType type;
  private final boolean isPlanInput;
  private final long[] lengths;
  private final boolean mayHaveRows;

  public InputContract(Port port, boolean isPlanInput) {
    this.name = port.name();
    this.type = (TensorType) port.type();
    this.isPlanInput = isPlanInput;
    Shape shape = type.shape();
    this.lengths = shape.isRanked() ? new long[shape.rank()] : null;
    for (int axis = 0; lengths != null && axis < lengths.length; axis++) {
      Extent extent = shape.extent(axis);
      lengths[axis] = extent.isFixed() ? extent.max() : -1;
    }
    this.mayHaveRows = !isPlanInput && (lengths == null || (lengths.length > 0 && lengths[0] < 0));
  }

  public String name() {
    return name;
  }

  public TensorType type() {
    return type;
  }

  /** Shapes depend on the input's values. */
  public boolean isPlanInput() {
    return isPlanInput;
  }

  /** Axis 0 may run over the rows of a batch, as far as is declared. */
  public boolean mayHaveRows() {
    return mayHaveRows;
  }

  /** Axis 0 may run over the rows of a batch. */
  public boolean mayHaveRows(Tensor tensor) {
    return mayHaveRows && tensor.layout().rank() > 0;
  }

  public void check(Tensor tensor) {
    if (tensor.dtype() != type.dtype()) {
      throw mismatch("dtype", type.dtype().toString(), tensor.dtype().toString());
    }
    Layout layout = tensor.layout();
    checkBounds(tensor.storage(), layout);
    if (mayHaveRows(tensor) && layout.dim(0) > MAX_ROWS) {
      throw mismatch("axis 0", "at most " + MAX_ROWS + " rows", Long.toString(layout.dim(0)));
    }
    if (lengths == null) {
      return;
    }
    if (layout.rank() != lengths.length) {
      throw mismatch("shape", type.shape().toString(), layout.toString());
    }
    for (int axis = 0; axis < lengths.length; axis++) {
      if (lengths[axis] >= 0 && layout.dim(axis) != lengths[axis]) {
        throw mismatch(
            "axis " + axis + " of shape " + type.shape(),
            Long.toString(lengths[axis]),
            Long.toString(layout.dim(axis)));
      }
    }
  }

  /** Checks lengths that nothing is allocated for yet, but could be, in one piece on the host. */
  public void checkDims(long... dims) {
    if (lengths != null && dims.length != lengths.length) {
      throw mismatch("shape", type.shape().toString(), Arrays.toString(dims));
    }
    double elements = 1;
    for (int axis = 0; axis < dims.length; axis++) {
      boolean isFixed = lengths != null && lengths[axis] >= 0;
      if (dims[axis] < 0 || (isFixed && dims[axis] != lengths[axis])) {
        throw mismatch(
            "axis " + axis + " of shape " + type.shape(),
            isFixed ? Long.toString(lengths[axis]) : "0 or more",
            Long.toString(dims[axis]));
      }
      elements *= dims[axis];
    }
    if (elements > Integer.MAX_VALUE) {
      throw mismatch("shape", "of at most 2^31 - 1 elements", Arrays.toString(dims));
    }
  }

  /** The engine's user hands over what lies on the host. */
  public void checkOnHost(Tensor tensor) {
    if (tensor.storage() instanceof DeviceStorage remote) {
      throw mismatch("memory", "on the host", remote.space().toString());
    }
  }

  private void checkBounds(Storage storage, Layout layout) {
    long first = layout.offset();
    long last = layout.offset();
    for (int axis = 0; axis < layout.rank(); axis++) {
      if (layout.dim(axis) == 0) {
        return;
      }
      long reach = (layout.dim(axis) - 1) * layout.stride(axis);
      first += Math.min(reach, 0);
      last += Math.max(reach, 0);
    }
    if (first < 0 || last >= storage.length()) {
      throw mismatch(
          "layout " + layout,
          "within the " + storage.length() + " elements of its storage",
          "elements " + first + " to " + last);
    }
  }

  private InputMismatch mismatch(String what, String expected, String found) {
    return new InputMismatch(name, what, expected, found);
  }
}
