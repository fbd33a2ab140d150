package io.pelton.engine.error;

import java.util.List;

/** A graph was to be run or finalized while its parameters are not ready. */
public final class ParametersPending extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String graph;
  private final List<String> missing;

  public ParametersPending(String graph, List<String> missing) {
    super(
        "The parameters of '"
            + graph
            + "' are not final: "
            + (missing.isEmpty() ? "all are set" : missing + " have no value")
            + ". Set all of them, then call finalizeParameters().");
    this.graph = graph;
    this.missing = List.copyOf(missing);
  }

  public String graph() {
    return graph;
  }

  public List<String> missing() {
    return missing;
  }
}
