package io.pelton.engine.error;

/** The graph was changed after its plan was made. */
public final class TopologyChanged extends EngineException {
  private static final long serialVersionUID = 1L;

  private final long planned;
  private final long current;

  public TopologyChanged(long planned, long current) {
    super(
        "The plan was made for generation "
            + planned
            + " of the graph, which is now at "
            + current
            + "; optimize and compile it again.");
    this.planned = planned;
    this.current = current;
  }

  public long planned() {
    return planned;
  }

  public long current() {
    return current;
  }
}
