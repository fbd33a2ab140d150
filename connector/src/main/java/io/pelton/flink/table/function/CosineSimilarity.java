package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;

/**
 * {@code COSINE_SIMILARITY(a, b)}: the cosine of the angle between two vectors, the sum of products
 * over the product of both Euclidean lengths. Null where that product is zero, as it is for empty
 * arrays and vectors of zeros, which have no direction.
 */
@PublicEvolving
public final class CosineSimilarity extends VectorFunction {
  private static final long serialVersionUID = 1L;

  @Override
  VectorFormula formula() {
    return VectorFormula.COSINE_SIMILARITY;
  }
}
