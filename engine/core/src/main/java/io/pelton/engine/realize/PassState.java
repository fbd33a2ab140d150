package io.pelton.engine.realize;

import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.UnboundSymbol;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Known;
import io.pelton.engine.tensor.SymbolId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How far the compiler of a pass has come; a copy can go on from there another time. */
final class PassState {
  private final Map<ValueId, Known> known;
  private final PassSymbols symbols;
  private final Set<NodeId> pending;

  private PassState(Map<ValueId, Known> known, PassSymbols symbols, Collection<NodeId> pending) {
    this.known = new HashMap<>(known);
    this.symbols = symbols.copy();
    this.pending = new LinkedHashSet<>(pending);
  }

  /** Where a pass begins. */
  PassState(GivenInputs given) {
    this(given.known(), given.symbols(), List.of());
  }

  PassState copy() {
    return new PassState(known, symbols, pending);
  }

  /** What is known of values that others than the nodes at hand computed. */
  Map<ValueId, Known> known() {
    return known;
  }

  /** What symbols stand for by now. */
  PassSymbols symbols() {
    return symbols;
  }

  /** Puts nodes off that can't be planned yet. */
  void defer(List<NodeId> nodes) {
    pending.addAll(nodes);
  }

  /** True for a node that was put off. */
  boolean isPending(NodeId node) {
    return pending.contains(node);
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  /** The nodes that were put off, operands first, to be tried again. */
  List<NodeId> takePending() {
    List<NodeId> taken = List.copyOf(pending);
    pending.clear();
    return taken;
  }

  /**
   * What has to be found out before any pending node can be planned.
   *
   * @param awaited values whose elements pending nodes need
   * @throws UnboundSymbol when nothing binds a symbol that a pending node needs
   * @throws DataDependentShape when nothing that could be found out would help
   */
  Work.Inquiry inquiry(Template template, Set<ValueId> awaited) {
    Graph graph = template.graph();
    List<NodeId> controls =
        pending.stream()
            .filter(node -> graph.op(node) instanceof ControlOp && isRunnable(graph, node))
            .toList();
    Set<ValueId> values = new LinkedHashSet<>();
    awaited.stream().filter(this::isComputed).forEach(values::add);
    for (NodeId node : pending) {
      for (SymbolId symbol : graph.op(node).bind(symbols::length).symbols()) {
        template.producer(symbol).filter(this::isComputed).ifPresent(values::add);
      }
    }
    if (controls.isEmpty() && values.isEmpty()) {
      throw stuck(graph, pending.iterator().next());
    }
    return new Work.Inquiry(controls, List.copyOf(values));
  }

  private boolean isRunnable(Graph graph, NodeId node) {
    return graph.operands(node).stream()
            .allMatch(
                value ->
                    value.isAbsent()
                        || known.containsKey(value)
                        || graph.constant(value).isPresent())
        && graph.predecessors(node).stream().noneMatch(pending::contains);
  }

  private boolean isComputed(ValueId value) {
    return known.containsKey(value) && known.get(value).value() == null;
  }

  private EngineException stuck(Graph graph, NodeId node) {
    Op op = graph.op(node).bind(symbols::length);
    return op.symbols().stream()
        .findFirst()
        .<EngineException>map(
            symbol ->
                new UnboundSymbol(
                    graph.name(node),
                    symbol.name(),
                    symbols.given().symbols().stream().map(SymbolId::name).toList()))
        .orElseGet(() -> new DataDependentShape(graph.name(node), op.label(), "its operands"));
  }

  /** Takes in what a segment will leave. */
  void learn(ValueId id, Known what, Template template) {
    known.put(id, what);
    SymbolId symbol = template.produced().get(id);
    if (symbol != null && what.value() != null) {
      symbols.produce(symbol, what.value().toLongs()[0]);
    }
  }

  /** Takes in what was found out. */
  void learn(Findings findings, Template template) {
    findings
        .computed()
        .forEach(
            (id, value) -> {
              known.put(id, Known.of(value, false));
              pending.remove(id.node());
            });
    findings
        .elements()
        .forEach(
            (id, tensor) -> {
              learn(id, known.get(id).withValue(tensor), template);
            });
  }
}
