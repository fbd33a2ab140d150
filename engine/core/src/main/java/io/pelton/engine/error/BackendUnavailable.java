package io.pelton.engine.error;

import java.util.List;

/** A backend that was asked for by name is missing or says that it is not usable here. */
public final class BackendUnavailable extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String backend;
  private final String reason;
  private final List<String> available;

  public BackendUnavailable(String backend, String reason, List<String> available) {
    super(
        "Backend '"
            + backend
            + "' is not usable: "
            + reason
            + ". Usable here: "
            + available
            + "; name one of these or install what is missing.");
    this.backend = backend;
    this.reason = reason;
    this.available = List.copyOf(available);
  }

  public String backend() {
    return backend;
  }

  public String reason() {
    return reason;
  }

  public List<String> available() {
    return available;
  }
}
