package io.pelton.cpu.control;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds a graph, which may be the body of a node of another one. */
final class Model {
  private final Graph graph = new Graph();
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();
  private final Map<String, ValueId> outputs = new LinkedHashMap<>();

  /** The inputs of a loop's body: the iteration, the condition and the given ones. */
  static Model ofLoop(TensorType... others) {
    Model body =
        new Model()
            .input(ValueType.tensor(DType.I64, Shape.scalar()))
            .input(ValueType.tensor(DType.BOOL, Shape.scalar()));
    for (TensorType type : others) {
      body.input(type);
    }
    return body;
  }

  static TensorType unranked(DType dtype) {
    return ValueType.tensor(dtype, Shape.UNRANKED);
  }

  static Tensor flag(boolean value) {
    return Tensor.wrap(DType.BOOL, new byte[] {(byte) (value ? 1 : 0)});
  }

  static Tensor count(long value) {
    return Tensor.of(new long[] {value});
  }

  static Tensor floats(float... values) {
    return Tensor.of(values, values.length);
  }

  Model input(TensorType type) {
    String name = "in" + inputs.size();
    inputs.put(name, graph.input(name, type));
    return this;
  }

  ValueId in(int position) {
    return inputs.get("in" + position);
  }

  ValueId constant(Tensor tensor) {
    return graph.constant("c" + graph.size(), tensor);
  }

  ValueId apply(Op op, ValueId... operands) {
    return graph.apply("n" + graph.size(), op, operands);
  }

  NodeId add(Op op, ValueId... operands) {
    return graph.add("n" + graph.size(), op, List.of(operands));
  }

  Model output(ValueId... values) {
    for (ValueId value : values) {
      outputs.put("out" + outputs.size(), value);
    }
    return this;
  }

  NamedGraph named() {
    return new NamedGraph("model", graph, inputs, outputs);
  }

  /** A graph with one node, which takes inputs where there are operands, and nothing elsewhere. */
  static NamedGraph of(ControlOp op, Tensor... operands) {
    Model model = new Model();
    List<ValueId> values = new ArrayList<>();
    for (Tensor operand : operands) {
      values.add(
          operand == null
              ? ValueId.ABSENT
              : model.input(unranked(operand.dtype())).in(model.inputs.size() - 1));
    }
    NodeId node = model.graph.add("node", op, values);
    for (int slot = 0; slot < model.graph.types(node).size(); slot++) {
      model.output(new ValueId(node, slot));
    }
    return model.named();
  }

  /** The outputs of a node on operands, null where absent. */
  static List<Tensor> run(ControlOp op, Tensor... operands) {
    return run(of(op, operands), operands);
  }

  /** The outputs of a graph on its inputs; absent operands of nodes are left out of these. */
  static List<Tensor> run(NamedGraph named, Tensor... operands) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (Tensor operand : operands) {
      if (operand != null) {
        inputs.put("in" + inputs.size(), operand);
      }
    }
    Devices devices = Devices.of(Cpu.BACKEND);
    PlanOptions onHost = PlanOptions.pinnedTo(devices.host().id());
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, onHost);
        Realized realized = executor.realize(Realization.of(named, inputs))) {
      return named.outputs().values().stream().map(realized::onHost).toList();
    }
  }
}
