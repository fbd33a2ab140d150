package io.pelton.engine.realize;

/** Gives segments memory for what they leave, before they run. */
@FunctionalInterface
interface ResultMemory {
  /** New memory in every pass, so that results of the last one stay as they are. */
  ResultMemory FRESH = BoundSegment::place;

  void place(BoundSegment entered);
}
