package io.pelton.cpu.vector.conv;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** What it takes to load every second element; the loops do so themselves. */
final class Seconds {
  static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  static final int LENGTH = SPECIES.length();

  /** Every second lane, twice. */
  static final VectorShuffle<Float> SHUFFLE =
      VectorShuffle.fromOp(SPECIES, lane -> 2 * lane % LENGTH);

  static final VectorMask<Float> UPPER_HALF =
      VectorMask.fromLong(SPECIES, (-1L << (LENGTH / 2)) & (-1L >>> (64 - LENGTH)));

  private Seconds() {}
}
