package io.pelton.engine.optimize.pattern;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The output of an op that has one output. */
public final class OpPattern extends Pattern {
  private final Set<OpKind> kinds;
  private final String name;
  private final List<Pattern> operands;
  private final Predicate<Op> predicate;
  private final boolean isCommutative;
  private final boolean isShared;

  OpPattern(
      Set<OpKind> kinds,
      String name,
      List<Pattern> operands,
      Predicate<Op> predicate,
      boolean isCommutative,
      boolean isShared) {
    this.kinds = kinds;
    this.name = name;
    this.operands = operands;
    this.predicate = predicate;
    this.isCommutative = isCommutative;
    this.isShared = isShared;
  }

  /** The same pattern with a name for the output. */
  public OpPattern as(String output) {
    return new OpPattern(kinds, output, operands, predicate, isCommutative, isShared);
  }

  /** The same pattern for an output that others may read too, which stays for them. */
  public OpPattern shared() {
    return new OpPattern(kinds, name, operands, predicate, isCommutative, true);
  }

  @Override
  boolean match(Match match, ValueId value, Rest rest) {
    if (value.isAbsent()) {
      return false;
    }
    Graph graph = match.graph();
    NodeId node = value.node();
    Op op = graph.op(node);
    List<ValueId> actual = graph.operands(node);
    if (!kinds.contains(op.kind())
        || graph.types(node).size() != 1
        || hasMore(actual)
        || !predicate.test(op)) {
      return false;
    }
    Rest inside =
        () ->
            matchOperands(match, actual, 0, false, rest)
                || (isCommutative && matchOperands(match, actual, 0, true, rest));
    return isShared
        ? match.bind(name, value, inside)
        : match.enter(node, () -> match.bind(name, value, inside));
  }

  private boolean hasMore(List<ValueId> actual) {
    return actual.stream().skip(operands.size()).anyMatch(operand -> !operand.isAbsent());
  }

  private boolean matchOperands(
      Match match, List<ValueId> actual, int at, boolean swapped, Rest rest) {
    if (at == operands.size()) {
      return rest.matches();
    }
    int from = swapped ? operands.size() - 1 - at : at;
    ValueId operand = from < actual.size() ? actual.get(from) : ValueId.ABSENT;
    return operands
        .get(at)
        .match(match, operand, () -> matchOperands(match, actual, at + 1, swapped, rest));
  }

  @Override
  Set<OpKind> kinds() {
    return kinds;
  }

  @Override
  public String toString() {
    String label = kinds.stream().sorted().map(OpKind::label).collect(Collectors.joining("|"));
    return (name == null ? "" : name + "=")
        + label
        + operands.stream().map(Pattern::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
