package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;

/** The type of a value: what an edge may carry. */
public sealed interface ValueType {
  record TensorType(DType dtype, Shape shape) implements ValueType {
    @Override
    public String toString() {
      return dtype + shape.toString();
    }
  }

  record SequenceType(ValueType element) implements ValueType {
    @Override
    public String toString() {
      return "seq(" + element + ")";
    }
  }

  record MappingType(DType key, ValueType value) implements ValueType {
    @Override
    public String toString() {
      return "map(" + key + "," + value + ")";
    }
  }

  static TensorType tensor(DType dtype, Shape shape) {
    return new TensorType(dtype, shape);
  }
}
