package io.pelton.cpu.property;

import java.util.Optional;

/** One of the ways to compute a recipe's outputs. */
interface Way {
  String name();

  /** False for what this way can't be asked. */
  boolean takes(Recipe recipe);

  /**
   * Runs every scenario.
   *
   * @return the first thing that is wrong; empty where all agrees
   */
  Optional<String> wrong(Recipe recipe, Expected expected);
}
