package io.pelton.engine.error;

import java.util.List;

/** A node has kernels, but all of them promise less precision than the plan asks for. */
public final class PrecisionUnmet extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String floor;
  private final List<String> offered;

  /**
   * @param floor what the plan asks for
   * @param offered kernels on admissible devices, with what they promise
   */
  public PrecisionUnmet(String node, String op, String floor, List<String> offered) {
    super(
        "Node '"
            + node
            + "' ("
            + op
            + "): the plan asks for "
            + floor
            + ", but the kernels are "
            + offered
            + ". Lower the precision floor, or name a device with a better kernel.");
    this.node = node;
    this.op = op;
    this.floor = floor;
    this.offered = List.copyOf(offered);
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public String floor() {
    return floor;
  }

  public List<String> offered() {
    return offered;
  }
}
