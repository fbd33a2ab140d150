package io.pelton.cpu.property;

/** Adds a node of some sort to a draft. */
@FunctionalInterface
interface Draw {
  /** Returns false where nothing in the draft fits; constants may have been added all the same. */
  boolean into(Draft draft);
}
