package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.cpu.property.naive.NaiveGraph;
import io.pelton.cpu.property.naive.NaiveOps;
import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph as data, from which it is built anew for every run, with the inputs of some batches.
 *
 * @param steps operands first
 */
record Recipe(List<Scenario> scenarios, List<Step> steps, List<Ref> outputs) {
  /** A graph of one's own. */
  NamedGraph build() {
    return build(false, 0);
  }

  /**
   * {@link #build()} in another way.
   *
   * @param isPlaced nodes go to the devices that they wish for
   * @param first which arm of each branch comes first, counted in circles
   */
  NamedGraph build(boolean isPlaced, int first) {
    Graph graph = new Graph();
    graph.markRows(Scenario.ROWS);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    for (int at = 0; at < steps.size(); at++) {
      NodeId node = add(graph, at, first);
      if (steps.get(at) instanceof Step.Input) {
        inputs.put(name(at), new ValueId(node, 0));
      } else if (steps.get(at) instanceof Step.Apply apply) {
        if (isPlaced || apply.isBound()) {
          apply.device().ifPresent(device -> graph.place(node, device));
        }
        apply.after().forEach(earlier -> graph.orderAfter(node, new NodeId(earlier)));
      }
    }
    Map<String, ValueId> named = new LinkedHashMap<>();
    outputs.forEach(ref -> named.put("out" + named.size(), value(ref)));
    return new NamedGraph("random", graph, inputs, named);
  }

  private NodeId add(Graph graph, int at, int first) {
    Step step = steps.get(at);
    if (step instanceof Step.Input input) {
      ValueId value = graph.input(name(at), input.type());
      if (input.isSession()) {
        graph.markSession(value);
      }
      return value.node();
    }
    if (step instanceof Step.Constant constant) {
      return graph.constant(name(at), constant.tensor()).node();
    }
    if (step instanceof Step.Branch branch) {
      List<ValueId> exits = new ArrayList<>(branch.exits().stream().map(Recipe::value).toList());
      Collections.rotate(exits, -first);
      return Branches.join(graph, name(at), value(branch.diverge()), exits).node();
    }
    Step.Apply apply = (Step.Apply) step;
    return graph.add(name(at), apply.op(), apply.operands().stream().map(Recipe::value).toList());
  }

  private static ValueId value(Ref ref) {
    return ref.isAbsent() ? ValueId.ABSENT : new ValueId(new NodeId(ref.step()), ref.slot());
  }

  static String name(int step) {
    return "v" + step;
  }

  /** What a caller passes; session state in memory that the run may write. */
  Map<String, Tensor> inputs(int scenario) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (int at = 0; at < steps.size(); at++) {
      if (steps.get(at) instanceof Step.Input input) {
        Tensor data = input.data().get(scenario);
        inputs.put(name(at), input.isSession() ? Grid.of(data).toTensor() : data);
      }
    }
    return inputs;
  }

  /** True when an input says what the symbol stands for. */
  boolean isBoundByInput(SymbolId symbol) {
    return steps.stream().anyMatch(step -> step instanceof Step.Input input && input.has(symbol));
  }

  /** True when it takes more than the inputs to say what all symbols stand for. */
  boolean needsEnv() {
    return steps.stream()
        .filter(Step.Apply.class::isInstance)
        .flatMap(step -> ((Step.Apply) step).op().symbols().stream())
        .anyMatch(symbol -> !isBoundByInput(symbol) && Lineage.producer(steps, symbol).isEmpty());
  }

  /** Values by the naive evaluator. */
  List<Grid> evaluate(int scenario, List<Ref> targets) {
    NamedGraph named = build();
    Map<ValueId, Grid> inputs = new HashMap<>();
    inputs(scenario).forEach((name, data) -> inputs.put(named.inputs().get(name), Grid.of(data)));
    NaiveGraph naive = new NaiveGraph(new NaiveOps(scenarios.get(scenario).symbols()));
    return naive.evaluate(named.graph(), inputs, targets.stream().map(Recipe::value).toList());
  }

  /** As steps, one a line. */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    scenarios.forEach(scenario -> lines.add("with " + scenario));
    for (int at = 0; at < steps.size(); at++) {
      lines.add(name(at) + " = " + describe(steps.get(at)));
    }
    lines.add("outputs " + outputs);
    return String.join("\n", lines);
  }

  private static String describe(Step step) {
    if (step instanceof Step.Input input) {
      String data = String.join(" | ", input.data().stream().map(t -> describe(t)).toList());
      return (input.isSession() ? "session " : "input ") + input.type() + ": " + data;
    }
    if (step instanceof Step.Constant constant) {
      return "constant " + describe(constant.tensor());
    }
    if (step instanceof Step.Branch branch) {
      return "branch from " + branch.diverge() + " by one of " + branch.exits();
    }
    Step.Apply apply = (Step.Apply) step;
    String operands = String.join(", ", apply.operands().stream().map(Ref::toString).toList());
    String device = apply.device().map(id -> (apply.isBound() ? " on " : " @") + id).orElse("");
    String after = apply.after().isEmpty() ? "" : " after " + apply.after();
    return apply.op() + "(" + operands + ")" + device + after;
  }

  private static String describe(Tensor tensor) {
    return Grid.of(tensor)
        + (tensor.layout().isContiguous() ? "" : " as " + tensor.layout())
        + " in "
        + tensor.storage().space();
  }
}
