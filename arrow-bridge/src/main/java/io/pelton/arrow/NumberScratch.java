package io.pelton.arrow;

import io.pelton.arrow.type.NumberType;

/** Values between a column's type and an input's; of no meaning from one block to the next. */
final class NumberScratch {
  final long[] longs = new long[NumberType.BLOCK];
  final double[] doubles = new double[NumberType.BLOCK];
  final boolean[] fits = new boolean[NumberType.BLOCK];
}
