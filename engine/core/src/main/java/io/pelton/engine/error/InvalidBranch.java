package io.pelton.engine.error;

/** Alternative ways to one value that are none: their arms don't meet, differ or share nodes. */
public final class InvalidBranch extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String branch;
  private final int arm;
  private final String reason;

  /**
   * @param branch name of the node
   * @param arm the first one that is wrong, or -1 where it is the branch as a whole
   */
  public InvalidBranch(String branch, int arm, String reason) {
    super("Branch '" + branch + "'" + (arm < 0 ? "" : ", arm " + arm) + ": " + reason);
    this.branch = branch;
    this.arm = arm;
    this.reason = reason;
  }

  public String branch() {
    return branch;
  }

  public int arm() {
    return arm;
  }

  public String reason() {
    return reason;
  }
}
