package io.pelton.onnx;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.ValueTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What names mean in one graph of a model. A name that the graph does not define means what it
 * means in the graph around; then the value is captured: it becomes an input, or a constant where
 * it is one.
 */
final class Scope {
  private final String model;
  private final Graph graph = new Graph();
  private final Scope outer;
  private final ValueTypes types;
  private final Map<String, ValueId> values = new HashMap<>();
  private final Set<String> unknown = new HashSet<>();
  private final Map<String, ValueId> captured = new LinkedHashMap<>();
  private final List<ValueId> captures = new ArrayList<>();

  /**
   * @param outer null for the model's main graph
   */
  Scope(String model, Scope outer, ValueTypes types) {
    this.model = model;
    this.outer = outer;
    this.types = types;
  }

  Graph graph() {
    return graph;
  }

  int depth() {
    return outer == null ? 0 : 1 + outer.depth();
  }

  /** False when the graph has defined the name before. */
  boolean define(String name, ValueId value) {
    return values.put(name, value) == null;
  }

  /** For a value that can't be imported and of which nothing is known. */
  void defineUnknown(String name) {
    unknown.add(name);
  }

  boolean defines(String name) {
    return values.containsKey(name) || unknown.contains(name);
  }

  /** True for a name that is defined, here or around, without anything being known of it. */
  boolean isUnknown(String name) {
    return unknown.contains(name)
        || (outer != null && !values.containsKey(name) && outer.isUnknown(name));
  }

  /** True for names that mean something in a graph around this one. */
  boolean isAround(String name) {
    return outer != null && (outer.defines(name) || outer.isAround(name));
  }

  /** Null where the name means nothing, or where nothing is known of it. */
  ValueId find(String name) {
    ValueId own = values.get(name);
    if (own != null) {
      return own;
    }
    if (!isAround(name) || isUnknown(name)) {
      return null;
    }
    ValueId known = captured.get(name);
    return known != null ? known : capture(name, outer.find(name));
  }

  private ValueId capture(String name, ValueId value) {
    Optional<Tensor> constant = outer.graph.constant(value);
    ValueId inner =
        constant.isPresent() ? graph.constant(name, constant.get()) : input(name, value);
    captured.put(name, inner);
    return inner;
  }

  private ValueId input(String name, ValueId value) {
    if (outer.graph.type(value) instanceof TensorType type) {
      captures.add(value);
      return graph.input(name, types.inner(type));
    }
    throw new UnsupportedFeature(
        model,
        "value '" + name + "'",
        "a graph of a node reads it from around the node, which is not supported for values of type"
            + " "
            + outer.graph.type(value));
  }

  /** The captured values that became inputs, by the graph around; in the order of the inputs. */
  List<ValueId> captures() {
    return captures;
  }

  /** Inputs that stand for {@link #captures}. */
  Map<String, ValueId> capturedInputs() {
    Map<String, ValueId> inputs = new LinkedHashMap<>(captured);
    inputs.values().removeIf(value -> graph.constant(value).isPresent());
    return inputs;
  }
}
