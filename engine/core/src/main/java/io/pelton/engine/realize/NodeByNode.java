package io.pelton.engine.realize;

import io.pelton.engine.error.RunCancelled;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One pass over a graph: every node is computed once, as soon as its operands are, with fresh
 * outputs. Slower than a compiled graph, but any shape may depend on any value. The graph is not
 * optimized here; callers do that first if they want it.
 */
public final class NodeByNode {
  private final NamedGraph named;
  private final Map<ValueId, Value> values = new HashMap<>();
  private final Map<SymbolId, Long> lengths = new HashMap<>();

  private NodeByNode(NamedGraph named) {
    this.named = named;
  }

  public static NodeByNode of(NamedGraph named) {
    return new NodeByNode(named);
  }

  /**
   * Gives the inputs.
   *
   * @throws UnknownName for a name that the graph does not have
   */
  public NodeByNode inputs(Map<String, Tensor> inputs) {
    inputs.forEach(
        (name, tensor) -> {
          ValueId input = named.inputs().get(name);
          if (input == null) {
            throw new UnknownName("no input", name, List.copyOf(named.inputs().keySet()));
          }
          values.put(input, tensor);
          bindSymbols(((TensorType) named.graph().type(input)).shape(), tensor);
        });
    return this;
  }

  /** What stands for the lengths of inputs stands for them in attributes, too. */
  private void bindSymbols(Shape declared, Tensor tensor) {
    boolean isComparable = declared.isRanked() && declared.rank() == tensor.layout().rank();
    for (int axis = 0; isComparable && axis < declared.rank(); axis++) {
      if (!declared.extent(axis).isFixed()) {
        lengths.put(declared.extent(axis).symbol(), tensor.layout().dim(axis));
      }
    }
  }

  private OptionalLong length(SymbolId symbol) {
    Long length = lengths.get(symbol);
    return length == null ? OptionalLong.empty() : OptionalLong.of(length);
  }

  /**
   * Computes all outputs.
   *
   * @return by name, in declaration order
   * @throws UnknownName when an input that is needed was not given
   * @throws io.pelton.engine.error.EngineException when a node fails
   */
  public Map<String, Value> realize(Evaluator evaluator) {
    Graph graph = named.graph();
    for (NodeId node : graph.order(named.outputs().values())) {
      realize(graph, node, evaluator);
    }
    Map<String, Value> outputs = new LinkedHashMap<>();
    named.outputs().forEach((name, value) -> outputs.put(name, values.get(value)));
    return outputs;
  }

  private void realize(Graph graph, NodeId node, Evaluator evaluator) {
    ValueId first = new ValueId(node, 0);
    if (graph.op(node) instanceof SourceOp.Const) {
      values.put(first, graph.constant(first).orElseThrow());
      return;
    }
    if (graph.op(node) instanceof SourceOp.Input input) {
      if (!values.containsKey(first)) {
        throw new UnknownName("missing input", input.name(), List.copyOf(named.inputs().keySet()));
      }
      return;
    }
    Value[] in =
        graph.operands(node).stream()
            .map(operand -> operand.isAbsent() ? null : values.get(operand))
            .toArray(Value[]::new);
    Value[] out =
        graph.op(node) instanceof ControlOp control
            ? control(graph.name(node), control, in, evaluator)
            : evaluator.evaluate(graph.name(node), graph.op(node).bind(this::length), in);
    for (int slot = 0; slot < out.length; slot++) {
      values.put(new ValueId(node, slot), out[slot]);
    }
    graph
        .op(node)
        .produces()
        .forEach((slot, symbol) -> lengths.put(symbol, ((Tensor) out[slot]).toLongs()[0]));
  }

  private static Value[] control(String name, ControlOp op, Value[] in, Evaluator evaluator) {
    return new ControlRunner(
            evaluator, (body, inputs) -> run(body, inputs, evaluator), NodeByNode::checkInterrupted)
        .run(name, op, Arrays.asList(in))
        .toArray(new Value[0]);
  }

  private static void checkInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new RunCancelled("the thread was interrupted");
    }
  }

  private static List<Value> run(NamedGraph body, List<Value> inputs, Evaluator evaluator) {
    Map<String, Tensor> named = new LinkedHashMap<>();
    for (String input : body.inputs().keySet()) {
      named.put(input, (Tensor) inputs.get(named.size()));
    }
    Map<String, Value> outputs = of(body).inputs(named).realize(evaluator);
    List<Value> fresh = new ArrayList<>();
    body.outputs()
        .forEach(
            (output, value) -> {
              Op op = body.graph().op(value.node());
              boolean isShared = op instanceof SourceOp || op.isView();
              Value found = outputs.get(output);
              fresh.add(isShared ? copy(found, evaluator) : found);
            });
    return fresh;
  }

  private static Value copy(Value value, Evaluator evaluator) {
    return evaluator.evaluate("copy", new ShapeOp.Copy(), new Value[] {value})[0];
  }
}
