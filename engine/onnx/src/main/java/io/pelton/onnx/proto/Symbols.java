package io.pelton.onnx.proto;

import io.pelton.engine.tensor.SymbolId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gives names to the dimensions of one graph: the same symbol for the same name, a new one for
 * every dimension without a name.
 */
final class Symbols {
  /** What exporters write for "not known"; two of these need not be equal. */
  private static final Set<String> ANONYMOUS = Set.of("", "?", "-1", "None", "none");

  private final Map<String, SymbolId> named = new HashMap<>();
  private final Map<SymbolId, SymbolId> inner = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private int repeats;

  SymbolId of(String name, String value, int axis) {
    return ANONYMOUS.contains(name.strip())
        ? fresh(value, axis)
        : named.computeIfAbsent(name, key -> unique(key));
  }

  /** What stands here for a symbol of the graph around: always the same. */
  SymbolId inner(SymbolId outer) {
    return inner.computeIfAbsent(outer, key -> unique(key.name()));
  }

  /** A symbol that equals no other, called after the value and axis that it belongs to. */
  SymbolId fresh(String value, int axis) {
    return unique(value + "#" + axis);
  }

  /** The engine calls its own symbols ?0, ?1 and so on. */
  private SymbolId unique(String name) {
    String candidate = name.startsWith("?") ? "'" + name : name;
    while (!taken.add(candidate)) {
      candidate = "'" + name + "'" + ++repeats;
    }
    return new SymbolId(candidate);
  }
}
