package io.pelton.engine.graph;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A graph with names for what goes in and comes out: what importers make and compilers take.
 *
 * @param name for messages
 * @param inputs in declaration order
 * @param outputs in declaration order
 */
public record NamedGraph(
    String name, Graph graph, Map<String, ValueId> inputs, Map<String, ValueId> outputs) {
  public NamedGraph {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /** One end of a graph. */
  public record Port(String name, ValueType type) {
    @Override
    public String toString() {
      return name + ": " + type;
    }
  }

  public List<Port> inputPorts() {
    return ports(inputs);
  }

  public List<Port> outputPorts() {
    return ports(outputs);
  }

  /** True when what the outputs need draws random numbers, in this graph or in a body. */
  public boolean isRandom() {
    return graph.order(outputs.values()).stream().anyMatch(node -> graph.op(node).isRandom());
  }

  /** The inputs that are parameters, in declaration order. */
  public List<Port> parameterPorts() {
    return inputPorts().stream().filter(port -> isParameter(inputs.get(port.name()))).toList();
  }

  private boolean isParameter(ValueId input) {
    return graph.storageClass(input.node()) == StorageClass.PARAMETER;
  }

  /**
   * The same graph on a compact copy with these values in the place of parameters, which are inputs
   * no more. The tensors are shared and must not change any more.
   *
   * @param values of the parameters' types, by name; parameters that are not among them stay
   * @throws UnknownName for one that is no parameter of this graph
   * @throws InputMismatch when a value has another type
   * @throws io.pelton.engine.error.InvalidOp when a node refuses what is known by now
   */
  public NamedGraph bound(Map<String, Tensor> values) {
    Map<NodeId, Tensor> constants = new LinkedHashMap<>();
    Map<String, ValueId> left = new LinkedHashMap<>(inputs);
    values.forEach(
        (parameter, value) -> {
          if (!inputs.containsKey(parameter) || !isParameter(inputs.get(parameter))) {
            throw new UnknownName(
                "no parameter", parameter, parameterPorts().stream().map(Port::name).toList());
          }
          checkType(parameter, value);
          constants.put(left.remove(parameter).node(), value);
        });
    List<ValueId> roots = new ArrayList<>(left.values());
    roots.addAll(outputs.values());
    Compaction compaction = new ParameterBinding(graph, constants).bind(roots);
    return new NamedGraph(
        name, compaction.graph(), moved(left, compaction), moved(outputs, compaction));
  }

  private void checkType(String parameter, Tensor value) {
    ValueType declared = graph.type(inputs.get(parameter));
    ValueType found = ValueType.tensor(value.dtype(), Shape.fixed(value.dims()));
    if (!found.equals(declared)) {
      throw new InputMismatch(parameter, "type", declared.toString(), found.toString());
    }
  }

  /**
   * The names of this graph's outputs for values that took the place of these.
   *
   * @param values one an output, in order
   */
  public Map<String, ValueId> outputsAs(List<ValueId> values) {
    Map<String, ValueId> named = new LinkedHashMap<>();
    int next = 0;
    for (String output : outputs.keySet()) {
      named.put(output, values.get(next++));
    }
    return named;
  }

  /** The same ends on a new graph that holds only the inputs and what the outputs need. */
  public NamedGraph compacted() {
    return compacted(op -> op);
  }

  /**
   * {@link #compacted} with other bodies. Only those that this graph's own nodes have are asked
   * for; whoever rewrites a body looks after the bodies within.
   *
   * @param rewrite makes a body that takes another's place: with as many ends, of types that hold
   *     wherever the other's do
   */
  public NamedGraph mapBodies(UnaryOperator<NamedGraph> rewrite) {
    return compacted(
        op ->
            op instanceof ControlOp control
                ? control.withBodies(control.bodies().stream().map(rewrite).toList())
                : op);
  }

  private NamedGraph compacted(UnaryOperator<Op> ops) {
    List<ValueId> roots = new ArrayList<>(inputs.values());
    roots.addAll(outputs.values());
    Compaction compaction = graph.compactAs(roots, ops);
    return new NamedGraph(
        name, compaction.graph(), moved(inputs, compaction), moved(outputs, compaction));
  }

  private static Map<String, ValueId> moved(Map<String, ValueId> ends, Compaction compaction) {
    Map<String, ValueId> moved = new LinkedHashMap<>();
    ends.forEach((name, value) -> moved.put(name, compaction.value(value)));
    return moved;
  }

  private List<Port> ports(Map<String, ValueId> values) {
    return values.entrySet().stream()
        .map(entry -> new Port(entry.getKey(), graph.type(entry.getValue())))
        .toList();
  }
}
