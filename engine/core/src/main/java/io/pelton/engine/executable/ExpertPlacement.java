package io.pelton.engine.executable;

import io.pelton.engine.kernel.ExpertStatistics;
import java.util.List;
import java.util.Optional;

/**
 * Which experts of a mixture-of-experts graph are resident on the device. Masks move where an
 * expert is computed, never what. Present where a graph has expert products.
 */
public non-sealed interface ExpertPlacement extends ExecutableCapability {
  /**
   * For all layers; an expert beyond the mask's end, and all of them without a mask, count as
   * resident. For all runs until it is set again.
   *
   * @param mask by expert, copied; true for those that are resident
   */
  void setResident(boolean[] mask);

  /**
   * By layer, in place of the mask for all; a layer without a mask of its own takes that one.
   *
   * @param masks by layer, copied; null for a layer without one
   */
  void setResidentByLayer(List<boolean[]> masks);

  /** Lets runs note which experts tokens were sent to, until it is turned off; off at first. */
  void captureTopK(boolean isCapturing);

  /**
   * The experts that the last run's tokens were sent to: one list a layer, in the layers' order,
   * token by token and for each of them choice by choice. Rows that were not computed are left out.
   * Taken once.
   *
   * @return empty when nothing was captured
   */
  Optional<List<int[]>> takeTopK();

  /**
   * How the last run's work was placed; taken once.
   *
   * @return empty when nothing ran since
   */
  Optional<ExpertStatistics> takeStatistics();
}
