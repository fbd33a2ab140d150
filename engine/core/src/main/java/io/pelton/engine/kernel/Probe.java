package io.pelton.engine.kernel;

/** Whether a backend can run in this process. */
public sealed interface Probe {
  /**
   * @param description what was found: device, instruction set
   */
  record Usable(String description) implements Probe {}

  /**
   * @param reason what is missing and how to supply it
   */
  record Unusable(String reason) implements Probe {}
}
