package io.pelton.engine.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** No kernel is registered for an op with these dtypes on any admissible backend. */
public final class NoBackendForOp extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String dtypes;
  private final List<String> availableBackends;
  private final Map<String, List<String>> supportedCombinations;

  /**
   * @param dtypes the node's, such as {@code F16->F16}
   * @param availableBackends where the node may run
   * @param supportedCombinations for every backend that is open, admissible or not, the dtypes that
   *     it takes for the op
   */
  public NoBackendForOp(
      String node,
      String op,
      String dtypes,
      List<String> availableBackends,
      Map<String, List<String>> supportedCombinations) {
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
            + describe(dtypes, supportedCombinations)
            + ".");
    this.node = node;
    this.op = op;
    this.dtypes = dtypes;
    this.availableBackends = List.copyOf(availableBackends);
    Map<String, List<String>> copy = new LinkedHashMap<>();
    supportedCombinations.forEach((backend, list) -> copy.put(backend, List.copyOf(list)));
    this.supportedCombinations = Collections.unmodifiableMap(copy);
  }

  private static String describe(String dtypes, Map<String, List<String>> supported) {
    if (supported.values().stream().allMatch(List::isEmpty)) {
      return "nothing on any backend; express the op through others, or add a backend that has it";
    }
    return supported.entrySet().stream()
            .map(e -> e.getKey() + " " + describe(dtypes, e.getValue()))
            .collect(Collectors.joining(", "))
        + "; insert a Cast, or admit a backend that has it";
  }

  private static String describe(String dtypes, List<String> supported) {
    return supported.isEmpty() ? "nothing" : Combinations.describe(dtypes, supported);
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

  /** By backend, in the order in which these were given. */
  public Map<String, List<String>> supportedCombinations() {
    return supportedCombinations;
  }
}
