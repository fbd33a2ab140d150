package io.pelton.engine.error;

/** A run ended early because its thread was interrupted or its executor was closed. */
public final class RunCancelled extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  public RunCancelled(String reason) {
    super("The run ended before its results were complete: " + reason);
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }
}
