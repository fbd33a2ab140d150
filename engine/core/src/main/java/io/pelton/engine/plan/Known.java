package io.pelton.engine.plan;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;

/**
 * What is known of a value that a segment of a graph is given, before it runs.
 *
 * @param dtype of a tensor, null for other values
 * @param layout from the start of its storage, or null
 * @param space where the elements lie
 * @param isSession whether destructive ops may write it in place
 * @param value the elements themselves where shapes depend on them, else null
 */
public record Known(
    DType dtype, Layout layout, MemorySpace space, boolean isSession, Tensor value) {
  /** Of what is no tensor. */
  static final Known OBJECT = new Known(null, null, MemorySpace.HEAP, false, null);

  /** Of a value that was computed. */
  public static Known of(Value value, boolean isSession) {
    if (!(value instanceof Tensor tensor)) {
      return OBJECT;
    }
    boolean isText = tensor.dtype() == DType.STRING;
    MemorySpace space = isText ? MemorySpace.HEAP : tensor.storage().space();
    return new Known(tensor.dtype(), fromStart(tensor.layout()), space, isSession, null);
  }

  /** This, with its elements. */
  public Known withValue(Tensor elements) {
    return new Known(dtype, layout, space, isSession, elements);
  }

  static Layout fromStart(Layout layout) {
    return layout.isContiguous()
        ? Layout.contiguous(layout.dims())
        : Layout.of(layout.dims(), layout.strides(), 0);
  }
}
