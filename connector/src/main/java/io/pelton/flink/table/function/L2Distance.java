package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;

/**
 * {@code L2_DISTANCE(a, b)}: the Euclidean distance of two vectors, the root of the sum of squared
 * differences; 0 for empty arrays.
 */
@PublicEvolving
public final class L2Distance extends VectorFunction {
  private static final long serialVersionUID = 1L;

  @Override
  VectorFormula formula() {
    return VectorFormula.L2_DISTANCE;
  }
}
