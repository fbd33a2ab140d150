package io.pelton.engine.error;

import java.util.List;

/** No kernel is registered for an op with these dtypes on any admissible backend. */
public final class NoBackendForOp extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String dtypes;
  private final List<String> availableBackends;
  private final List<String> supportedCombinations;

  public NoBackendForOp(
      String node,
      String op,
      String dtypes,
      List<String> availableBackends,
      List<String> supportedCombinations) {
    super(
        "Node '"
            + node
            + "': no kernel for "
            + op
            + "["
            + dtypes
            + "] on backends "
            + availableBackends
            + ". Supported for "
            + op
            + ": "
            + (supportedCombinations.isEmpty() ? "nothing" : supportedCombinations)
            + ".");
    this.node = node;
    this.op = op;
    this.dtypes = dtypes;
    this.availableBackends = List.copyOf(availableBackends);
    this.supportedCombinations = List.copyOf(supportedCombinations);
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public String dtypes() {
    return dtypes;
  }

  public List<String> availableBackends() {
    return availableBackends;
  }

  public List<String> supportedCombinations() {
    return supportedCombinations;
  }
}
