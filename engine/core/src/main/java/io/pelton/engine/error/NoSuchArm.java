package io.pelton.engine.error;

/** A selector or a route picked an arm that the branch does not have. */
public final class NoSuchArm extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String branch;
  private final int picked;
  private final int arms;

  /**
   * @param branch name of the node
   * @param arms how many it has; 0 where the node is no branch
   */
  public NoSuchArm(String branch, int picked, int arms) {
    super(
        arms == 0
            ? "Node '"
                + branch
                + "' is no branch, so that there is no arm "
                + picked
                + " of it;"
                + " pick arms by the branch nodes of the graph that runs."
            : "Branch '"
                + branch
                + "' has no arm "
                + picked
                + "; pick one of 0 to "
                + (arms - 1)
                + ".");
    this.branch = branch;
    this.picked = picked;
    this.arms = arms;
  }

  public String branch() {
    return branch;
  }

  public int picked() {
    return picked;
  }

  public int arms() {
    return arms;
  }
}
