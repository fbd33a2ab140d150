package io.pelton.engine.error;

/** A plan, or a buffer of strings, needs more memory in one piece than a Java array can have. */
public final class ArenaTooLarge extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String graph;
  private final long requested;
  private final long limit;

  public ArenaTooLarge(String graph, long requested, long limit) {
    super(
        "'"
            + graph
            + "' needs a piece of memory of "
            + requested
            + " bytes, above the limit of "
            + limit
            + "; run it on fewer rows at a time.");
    this.graph = graph;
    this.requested = requested;
    this.limit = limit;
  }

  public String graph() {
    return graph;
  }

  public long requested() {
    return requested;
  }

  public long limit() {
    return limit;
  }
}
