package io.pelton.engine.realize;

import io.pelton.engine.error.CapacityExceeded;
import io.pelton.engine.error.UnboundSymbol;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which symbols the nodes of an order read and bind, what inputs bind, and how much fits where they
 * are read. Found once for a graph; every pass then checks its numbers without allocation.
 * Immutable and thread-safe.
 */
final class SymbolUses {
  /**
   * An axis of an input that a symbol stands for.
   *
   * @param isRead whether the input is one of the order
   */
  private record Length(
      ValueId input, boolean isRead, String where, int rank, int axis, Extent extent) {}

  /** A symbol that a node reads. */
  private record Read(NodeId node, String name, Extent extent, boolean isProduced) {}

  private final Map<SymbolId, NodeId> producers = new LinkedHashMap<>();
  private final Map<SymbolId, Long> defined;
  private final List<Length> lengths = new ArrayList<>();
  private final List<Read> reads = new ArrayList<>();
  private final List<SliceRange> ranges = new ArrayList<>();

  /**
   * Scans a graph.
   *
   * @param order the nodes that run, producers before readers
   * @param inputs whose lengths bind symbols, whether or not the order has them
   */
  SymbolUses(Graph graph, List<NodeId> order, Collection<ValueId> inputs) {
    defined = Map.copyOf(graph.definedSymbols());
    Set<NodeId> read = new HashSet<>(order);
    inputs.forEach(input -> addLengths(graph, input, read.contains(input.node())));
    for (NodeId node : order) {
      Op op = graph.op(node);
      op.symbolicExtents().forEach(extent -> addRead(graph, node, extent));
      SliceRange.of(graph, node).ifPresent(ranges::add);
      op.produces().values().forEach(symbol -> producers.put(symbol, node));
    }
  }

  private void addLengths(Graph graph, ValueId input, boolean isRead) {
    String where = "input '" + ((SourceOp.Input) graph.op(input.node())).name() + "'";
    if (graph.type(input) instanceof TensorType type && type.shape().isRanked()) {
      for (int axis = 0; axis < type.shape().rank(); axis++) {
        Extent extent = type.shape().extent(axis);
        if (!extent.isFixed()) {
          lengths.add(new Length(input, isRead, where, type.shape().rank(), axis, extent));
        }
      }
    }
  }

  private void addRead(Graph graph, NodeId node, Extent extent) {
    boolean isProduced = producers.containsKey(extent.symbol());
    reads.add(new Read(node, graph.name(node), extent, isProduced));
  }

  /** True when no node reads a symbol. */
  boolean isEmpty() {
    return reads.isEmpty();
  }

  /** Symbols that nodes of the order bind, with these nodes. */
  Map<SymbolId, NodeId> producers() {
    return Map.copyOf(producers);
  }

  /** What follows from constants alone. */
  Map<SymbolId, Long> defined() {
    return defined;
  }

  /**
   * What a pass is given: the lengths of its inputs and what its environment binds. Inputs that the
   * pass does not read bind only what nothing else does.
   *
   * @param values of the inputs, null where there is none
   * @throws io.pelton.engine.error.SymbolConflict when a symbol would stand for two numbers
   * @throws CapacityExceeded when an input is longer than it declares
   */
  SymEnv given(Function<ValueId, Value> values, SymEnv env) {
    SymEnv given = new SymEnv();
    for (Length length : lengths) {
      if (length.isRead) {
        bind(length, values, given);
      }
    }
    given.bindAll(env);
    for (Length length : lengths) {
      if (!length.isRead && given.value(length.extent.symbol()) == SymEnv.UNBOUND) {
        bind(length, values, given);
      }
    }
    return given;
  }

  private static void bind(Length length, Function<ValueId, Value> values, SymEnv given) {
    // what is missing, or of another rank, is refused as an input
    if (values.apply(length.input) instanceof Tensor tensor
        && tensor.layout().rank() == length.rank) {
      long found = tensor.layout().dim(length.axis);
      checkLimit(length.where, length.extent, found);
      given.bind(length.extent.symbol(), found);
    }
  }

  /**
   * Checks all that is known before a kernel runs; what nodes bind then is for {@link
   * #checkProduced}.
   *
   * @param produced what is known of produced symbols already
   * @throws UnboundSymbol when a node reads a symbol that nothing binds
   * @throws CapacityExceeded when a symbol stands for more than fits
   */
  void check(SymEnv given, SymEnv produced) {
    for (int i = 0; i < reads.size(); i++) {
      Read read = reads.get(i);
      SymbolId symbol = read.extent.symbol();
      long value = value(symbol, given, produced);
      if (value != SymEnv.UNBOUND) {
        checkLimit(read, value);
      } else if (!read.isProduced) {
        throw new UnboundSymbol(read.name, symbol.name(), names(given));
      }
    }
    for (int i = 0; i < ranges.size(); i++) {
      ranges.get(i).check(given, produced);
    }
  }

  /**
   * Checks what nodes have bound by now against where it is read.
   *
   * @throws CapacityExceeded when a symbol stands for more than fits
   */
  void checkProduced(SymbolId symbol, SymEnv given, SymEnv produced) {
    for (int i = 0; i < reads.size(); i++) {
      if (reads.get(i).extent.symbol().equals(symbol)) {
        checkLimit(reads.get(i), produced.value(symbol));
      }
    }
    for (int i = 0; i < ranges.size(); i++) {
      ranges.get(i).check(given, produced);
    }
  }

  /**
   * The nodes that can't be planned before other nodes have bound what they read, in order. A
   * symbol that the pass is given is not waited for.
   */
  List<NodeId> deferred(SymEnv given, SymEnv produced) {
    return reads.stream()
        .filter(read -> value(read.extent.symbol(), given, produced) == SymEnv.UNBOUND)
        .map(Read::node)
        .distinct()
        .toList();
  }

  static long value(SymbolId symbol, SymEnv given, SymEnv produced) {
    long value = given.value(symbol);
    return value == SymEnv.UNBOUND ? produced.value(symbol) : value;
  }

  private static void checkLimit(Read read, long value) {
    if (value > read.extent.max()) {
      checkLimit("node '" + read.name + "'", read.extent, value);
    }
  }

  private static void checkLimit(String where, Extent extent, long value) {
    if (value > extent.max()) {
      throw new CapacityExceeded(where, extent.symbol().name(), value, extent.max());
    }
  }

  private List<String> names(SymEnv given) {
    List<String> names = new ArrayList<>();
    given.symbols().forEach(symbol -> names.add(symbol.name()));
    producers.keySet().forEach(symbol -> names.add(symbol.name()));
    return names;
  }
}
