package io.pelton.flink.model;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Zeros and empty strings in the shapes of a model's inputs. */
final class NeutralInputs {
  /** Elements of all inputs together, in a batch that is cut to them. */
  private static final long MOST_ELEMENTS = 1 << 22;

  private final List<TensorType> types;

  private NeutralInputs(List<TensorType> types) {
    this.types = types;
  }

  /** Empty where the length of an axis other than the batch is not known. */
  static Optional<NeutralInputs> of(List<Port> inputs) {
    boolean known =
        inputs.stream()
            .allMatch(port -> port.type() instanceof TensorType type && isKnown(type.shape()));
    return known
        ? Optional.of(
            new NeutralInputs(inputs.stream().map(port -> (TensorType) port.type()).toList()))
        : Optional.empty();
  }

  private static boolean isKnown(Shape shape) {
    return shape.isRanked() && shape.extents().stream().skip(1).allMatch(Extent::isFixed);
  }

  /** So many rows, or as many as are still of a reasonable size, or as the model takes. */
  int rows(int wanted) {
    boolean takesAny = types.stream().anyMatch(type -> rowsOf(type.shape(), 2) == 2);
    long row = types.stream().mapToLong(type -> elements(type.shape(), 1)).sum();
    return takesAny ? (int) Math.max(1, Math.min(wanted, MOST_ELEMENTS / Math.max(1, row))) : 1;
  }

  Tensor[] batch(int rows) {
    return types.stream().map(type -> tensor(type, rows)).toArray(Tensor[]::new);
  }

  private static Tensor tensor(TensorType type, int rows) {
    long[] dims = new long[type.shape().rank()];
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] = axis == 0 ? rowsOf(type.shape(), rows) : type.shape().extent(axis).max();
    }
    if (type.dtype() != DType.STRING) {
      return Tensor.allocate(type.dtype(), dims);
    }
    String[] strings = new String[Math.toIntExact(elements(type.shape(), rows))];
    Arrays.fill(strings, "");
    return Tensor.of(strings, dims);
  }

  private static long rowsOf(Shape shape, int rows) {
    return shape.rank() == 0 ? 1 : shape.extent(0).isFixed() ? shape.extent(0).max() : rows;
  }

  private static long elements(Shape shape, int rows) {
    return shape.extents().stream().skip(1).mapToLong(Extent::max).reduce(1, (a, b) -> a * b)
        * rowsOf(shape, rows);
  }
}
