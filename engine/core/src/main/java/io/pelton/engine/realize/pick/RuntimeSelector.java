package io.pelton.engine.realize.pick;

import java.util.List;

/**
 * Picks the arm of a branch from live telemetry ("Picker 2"). Thread-safe; asked once a branch and
 * pass.
 */
@FunctionalInterface
public interface RuntimeSelector {
  /**
   * @param branch name of the branch node
   * @param arms at least two, by index
   * @return the index of one of them; 0 where nothing speaks for another one
   */
  int select(String branch, List<ArmEstimate> arms, BackendRuntimeLookup lookup);
}
