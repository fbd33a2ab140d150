package io.pelton.engine.realize.pick;

import java.util.List;

/**
 * How hard pressed a device is. Few classes instead of numbers, so that noise within one of them
 * does not move work from arm to arm.
 */
enum Strain {
  /** No reason to go elsewhere; what is not known ranks here. */
  COMFORTABLE,
  /** Worth avoiding. */
  TIGHT,
  /** The last choice. */
  CRITICAL;

  /** The class of a quantity of which more is worse: comfortable and tight up to these. */
  static Strain of(double quantity, double comfortable, double tight) {
    if (quantity <= comfortable) {
      return COMFORTABLE;
    }
    return quantity <= tight ? TIGHT : CRITICAL;
  }

  /** The worst of them. */
  static Strain worst(List<Strain> strains) {
    return strains.stream().max(Strain::compareTo).orElse(COMFORTABLE);
  }
}
