package io.pelton.arrow;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;

/**
 * What a model takes at one input.
 *
 * @param shape axis 0 is the batch axis; {@link Shape#UNRANKED} takes what a binding gives
 */
public record ModelInput(String name, DType dtype, Shape shape) {
  @Override
  public String toString() {
    return "'" + name + "' " + dtype + shape;
  }
}
