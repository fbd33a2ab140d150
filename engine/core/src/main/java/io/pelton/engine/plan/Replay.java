package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.SymbolId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Copies nodes of a graph into a new one with the lengths at hand, so that extents become numbers,
 * and folds what thereby becomes constant.
 */
final class Replay {
  private final Graph source;
  private final Graph graph;
  private final Assignment assignment;
  private final RuleRegistry rules;
  private final Function<SymbolId, OptionalLong> lengths;
  private final Map<ValueId, ValueId> replayed = new HashMap<>();

  /**
   * @param graph where the copies go
   * @param assignment of the source's nodes
   * @param rules fold constants
   * @param lengths what symbols among attributes stand for
   */
  Replay(
      Graph source,
      Graph graph,
      Assignment assignment,
      RuleRegistry rules,
      Function<SymbolId, OptionalLong> lengths) {
    this.source = source;
    this.graph = graph;
    this.assignment = assignment;
    this.rules = rules;
    this.lengths = lengths;
  }

  /** Lets a value of the new graph stand for one of the source. */
  void put(ValueId old, ValueId value) {
    replayed.put(old, value);
  }

  /** True for absent operands, too. */
  boolean has(ValueId old) {
    return old.isAbsent() || replayed.containsKey(old);
  }

  /** What stands for a value of the source; null where nothing does yet. */
  ValueId get(ValueId old) {
    return old.isAbsent() ? old : replayed.get(old);
  }

  /** A constant of the source. */
  void addConstant(NodeId node) {
    ValueId value = new ValueId(node, 0);
    replayed.put(value, graph.constant(source.name(node), source.constant(value).orElseThrow()));
  }

  /** The op of a node, with numbers for its symbols. */
  Op op(NodeId node) {
    return source.op(node).bind(this::length);
  }

  /** Also of what was folded. */
  private OptionalLong length(SymbolId symbol) {
    Long folded = graph.definedSymbols().get(symbol);
    return folded == null ? lengths.apply(symbol) : OptionalLong.of(folded);
  }

  /**
   * Adds a node whose operands are there, to where it was to run and after what. Nothing stands for
   * its outputs yet.
   */
  NodeId add(NodeId node) {
    List<ValueId> operands = source.operands(node).stream().map(this::get).toList();
    NodeId added = graph.add(source.name(node), op(node), operands);
    source
        .placement(node)
        .or(() -> assignment.device(node))
        .ifPresent(device -> graph.place(added, device));
    source.targetBackend(node).ifPresent(backend -> graph.stamp(added, backend));
    for (NodeId predecessor : source.predecessors(node)) {
      ValueId before = replayed.get(new ValueId(predecessor, 0));
      // constants, and what ran before this graph, are there before anything runs
      if (before != null && !(graph.op(before.node()) instanceof SourceOp)) {
        graph.orderAfter(added, before.node());
      }
    }
    return added;
  }

  /** Folds an added node if it is constant; what is left stands for the source's outputs. */
  List<ValueId> fold(NodeId node, NodeId added) {
    // folding at once makes the values known on which shapes of later nodes depend
    List<ValueId> folded = rules.fold(graph, added);
    for (int slot = 0; slot < folded.size(); slot++) {
      replayed.put(new ValueId(node, slot), folded.get(slot));
    }
    return folded;
  }
}
