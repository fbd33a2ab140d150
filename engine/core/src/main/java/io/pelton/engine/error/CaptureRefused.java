package io.pelton.engine.error;

import java.util.List;

/** A pass can't be captured as one list of calls that is run again and again. */
public final class CaptureRefused extends EngineException {
  private static final long serialVersionUID = 1L;

  private final List<String> obstacles;

  /**
   * @param obstacles each names a node, or an input or symbol, and what is in the way
   */
  public CaptureRefused(List<String> obstacles) {
    super(
        "The pass can't be captured: "
            + String.join("; ", obstacles)
            + ". Realize it with an OrderCache instead.");
    this.obstacles = List.copyOf(obstacles);
  }

  public List<String> obstacles() {
    return obstacles;
  }
}
