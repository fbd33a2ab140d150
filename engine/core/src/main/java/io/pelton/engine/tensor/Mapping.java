package io.pelton.engine.tensor;

/**
 * Keys to values, as two one-dimensional tensors of the same length; entry {@code i} maps key
 * {@code i} to value {@code i}. Keys are integers or strings.
 */
public record Mapping(Tensor keys, Tensor values) implements Value {
  public Mapping {
    if (keys.layout().elements() != values.layout().elements()) {
      throw new IllegalArgumentException(
          keys.layout() + " keys for " + values.layout() + " values");
    }
  }
}
