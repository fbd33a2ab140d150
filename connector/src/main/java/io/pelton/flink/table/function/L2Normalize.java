package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;

/**
 * {@code L2_NORMALIZE(a)}: the vector over its Euclidean length. A length below 1e-12 counts as
 * that, so that zeros stay zeros; an empty array stays empty.
 */
@PublicEvolving
public final class L2Normalize extends VectorFunction {
  private static final long serialVersionUID = 1L;

  @Override
  VectorFormula formula() {
    return VectorFormula.L2_NORMALIZE;
  }
}
