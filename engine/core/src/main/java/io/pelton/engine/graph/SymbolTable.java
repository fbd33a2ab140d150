package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who says what a graph's symbols stand for, and who asks. */
final class SymbolTable {
  private final Map<SymbolId, NodeId> producers = new LinkedHashMap<>();
  private final Map<SymbolId, NodeId> lengths = new HashMap<>();
  private final Map<SymbolId, NodeId> readers = new HashMap<>();
  private final Map<NodeId, Set<NodeId>> sources = new HashMap<>();
  private final Map<SymbolId, Long> known = new LinkedHashMap<>();
  private final Set<SymbolId> rows = new HashSet<>();
  private int unknown;
  private int fresh;

  /** What was said of symbols, not of nodes. */
  void copyFacts(SymbolTable from) {
    known.putAll(from.known);
    rows.addAll(from.rows);
    unknown = from.unknown;
    fresh = from.fresh;
  }

  void markRows(SymbolId symbol) {
    rows.add(symbol);
  }

  /** True when axis 0 of the shape runs over the rows of a batch. */
  boolean isRows(Shape shape) {
    return shape.isRanked() && shape.rank() > 0 && rows.contains(shape.extent(0).symbol());
  }

  SymbolId unknown() {
    return new SymbolId("?" + unknown++);
  }

  SymbolId fresh() {
    SymbolId symbol = new SymbolId("?s" + fresh++);
    while (producers.containsKey(symbol)
        || readers.containsKey(symbol)
        || lengths.containsKey(symbol)) {
      symbol = new SymbolId("?s" + fresh++);
    }
    return symbol;
  }

  /** What a symbol stands for comes from one place, which is there before those who ask. */
  void check(Graph graph, Inference in, Op op, List<ValueType> types) {
    if (op instanceof SourceOp.Input) {
      for (SymbolId symbol : symbols(types.get(0))) {
        refuse(graph, in, symbol, producers, "has a length", "binds already");
      }
    }
    op.produces()
        .forEach(
            (slot, symbol) -> {
              refuse(graph, in, symbol, producers, "binds symbol", "binds already");
              refuse(graph, in, symbol, lengths, "binds symbol", "has as a length");
              refuse(graph, in, symbol, readers, "binds symbol", "was added before to read it");
              boolean isCount =
                  types.get(slot) instanceof TensorType type
                      && type.dtype() == DType.I64
                      && (!type.shape().isRanked() || type.shape().rank() == 0);
              in.check(isCount, "slot " + slot + " binds " + symbol + " but is " + types.get(slot));
            });
  }

  private static void refuse(
      Graph graph,
      Inference in,
      SymbolId symbol,
      Map<SymbolId, NodeId> others,
      String does,
      String clash) {
    NodeId other = others.get(symbol);
    if (other != null) {
      throw in.invalid(
          does
              + " '"
              + symbol
              + "', which node '"
              + graph.name(other)
              + "' "
              + clash
              + "; take a symbol from Graph.freshSymbol() for each producer, and add producers"
              + " before what reads their symbols");
    }
  }

  void add(NodeId node, Op op, List<ValueType> types) {
    if (op instanceof SourceOp.Input) {
      symbols(types.get(0)).forEach(symbol -> lengths.putIfAbsent(symbol, node));
    }
    for (SymbolId symbol : op.symbols()) {
      readers.putIfAbsent(symbol, node);
      NodeId producer = producers.get(symbol);
      if (producer != null) {
        sources.computeIfAbsent(node, key -> new LinkedHashSet<>()).add(producer);
      }
    }
    op.produces().values().forEach(symbol -> producers.put(symbol, node));
  }

  private static Set<SymbolId> symbols(ValueType type) {
    Set<SymbolId> symbols = new LinkedHashSet<>();
    if (type instanceof TensorType tensor) {
      Shape shape = tensor.shape();
      for (Extent extent : shape.isRanked() ? shape.extents() : List.<Extent>of()) {
        if (!extent.isFixed()) {
          symbols.add(extent.symbol());
        }
      }
    }
    return symbols;
  }

  /** The nodes that bind the symbols which the node reads. */
  Set<NodeId> sources(NodeId node) {
    return sources.getOrDefault(node, Set.of());
  }

  Optional<NodeId> producer(SymbolId symbol) {
    return Optional.ofNullable(producers.get(symbol));
  }

  void define(SymbolId symbol, long value) {
    known.put(symbol, value);
  }

  Map<SymbolId, Long> known() {
    return Collections.unmodifiableMap(known);
  }
}
