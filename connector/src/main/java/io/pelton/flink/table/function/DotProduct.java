package io.pelton.flink.table.function;

import org.apache.flink.annotation.PublicEvolving;

/**
 * {@code DOT_PRODUCT(a, b)}: the sum of the products of the elements of two vectors; 0 for empty
 * arrays.
 */
@PublicEvolving
public final class DotProduct extends VectorFunction {
  private static final long serialVersionUID = 1L;

  @Override
  VectorFormula formula() {
    return VectorFormula.DOT_PRODUCT;
  }
}
