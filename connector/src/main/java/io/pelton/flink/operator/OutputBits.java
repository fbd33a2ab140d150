package io.pelton.flink.operator;

import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Arrays;

/** An output of one row, as what its bits are. */
final class OutputBits {
  private final long[] dims;
  private final Object[] bits;
  private final boolean hasNan;

  private OutputBits(long[] dims, Object[] bits, boolean hasNan) {
    this.dims = dims;
    this.bits = bits;
    this.hasNan = hasNan;
  }

  /**
   * Copies an output.
   *
   * @throws IllegalArgumentException for one that is no tensor of numbers or strings
   */
  static OutputBits of(Value value) {
    if (!(value instanceof Tensor tensor)) {
      throw new IllegalArgumentException("it is no tensor");
    }
    Layout layout = tensor.layout();
    Object[] bits = new Object[Math.toIntExact(layout.elements())];
    boolean hasNan = false;
    StringStorage strings = tensor.storage() instanceof StringStorage texts ? texts : null;
    ElementReader numbers = strings == null ? ElementReader.of(tensor.storage()) : null;
    for (int i = 0; i < bits.length; i++) {
      int at = Math.toIntExact(layout.position(i));
      if (strings != null) {
        bits[i] = strings.get(at);
      } else if (tensor.dtype().isFloat()) {
        double real = numbers.doubleAt(at);
        hasNan |= Double.isNaN(real);
        bits[i] = Double.doubleToRawLongBits(real);
      } else {
        bits[i] = numbers.longAt(at);
      }
    }
    return new OutputBits(tensor.dims(), bits, hasNan);
  }

  boolean hasNan() {
    return hasNan;
  }

  /** True for the same shape but along the second axis, where {@code other} has more elements. */
  boolean growsTo(OutputBits other, long own, long target) {
    boolean grows = dims.length == other.dims.length && dims.length > 1;
    for (int axis = 0; grows && axis < dims.length; axis++) {
      grows =
          axis == 1 ? dims[1] == own && other.dims[1] == target : dims[axis] == other.dims[axis];
    }
    return grows;
  }

  boolean isShapedLike(OutputBits other) {
    return Arrays.equals(dims, other.dims);
  }

  /** Whether these are the first bits of another output. */
  boolean begins(OutputBits other) {
    for (int i = 0; i < bits.length; i++) {
      if (!bits[i].equals(other.bits[i])) {
        return false;
      }
    }
    return true;
  }
}
