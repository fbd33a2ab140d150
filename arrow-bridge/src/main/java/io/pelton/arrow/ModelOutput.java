package io.pelton.arrow;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;

/** What a model gives at one output. */
public sealed interface ModelOutput {
  /**
   * @param shape axis 0 is the batch axis
   */
  static ModelOutput tensor(String name, DType dtype, Shape shape) {
    return new OfTensor(name, dtype, shape);
  }

  /** A sequence with one mapping a row, as a ZipMap gives. */
  static ModelOutput mappings(String name, DType key, DType value) {
    return new OfMappings(name, key, value);
  }

  String name();

  /** See {@link ModelOutput#tensor}. */
  record OfTensor(String name, DType dtype, Shape shape) implements ModelOutput {
    @Override
    public String toString() {
      return dtype + shape.toString();
    }
  }

  /** See {@link ModelOutput#mappings}. */
  record OfMappings(String name, DType key, DType value) implements ModelOutput {
    @Override
    public String toString() {
      return "a sequence of mappings from " + key + " to " + value;
    }
  }
}
