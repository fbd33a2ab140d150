package io.pelton.engine.plan;

import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.plan.MemoryPlan.Block;
import io.pelton.engine.plan.explain.PlanPage;
import io.pelton.engine.plan.explain.PlanPage.Arena;
import io.pelton.engine.plan.explain.PlanPage.Edge;
import io.pelton.engine.plan.explain.PlanPage.Kind;
import io.pelton.engine.plan.explain.PlanPage.Node;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Says what the page about a plan shows. */
final class PlanPages {
  private final Plan plan;
  private final PlanPrinter printer;
  private final List<Node> nodes = new ArrayList<>();
  private final Set<Edge> edges = new LinkedHashSet<>();
  private final Map<Root, Integer> writers = new HashMap<>();
  private final String[] blockNames;

  PlanPages(Plan plan) {
    this.plan = plan;
    this.printer = new PlanPrinter(plan);
    this.blockNames = new String[plan.memory().blocks().size()];
  }

  PlanPage page() {
    List<String> inputs = List.copyOf(plan.graph().inputs().keySet());
    for (int slot = 0; slot < inputs.size(); slot++) {
      addInput(inputs.get(slot), slot);
    }
    plan.steps().forEach(this::addStep);
    List<String> outputs = List.copyOf(plan.graph().outputs().keySet());
    for (int slot = 0; slot < outputs.size(); slot++) {
      addOutput(outputs.get(slot), plan.outputs().get(slot));
    }
    return new PlanPage(
        printer.title(), facts(), nodes, List.copyOf(edges), arenas(), plan.steps().size());
  }

  private List<String> facts() {
    return Stream.of(
            "%d inputs, %d steps, %d outputs"
                .formatted(plan.inputs().size(), plan.steps().size(), plan.outputs().size()),
            "%,d bytes of transient memory, %d string buffers"
                .formatted(plan.memory().bytes(), plan.strings()),
            plan.reason())
        .filter(fact -> !fact.isEmpty())
        .toList();
  }

  private void addInput(String name, int slot) {
    BoundInput input = plan.inputs().get(slot);
    writers.put(new Root.Input(slot), nodes.size());
    String places =
        input.value() != null ? "read when the plan is made" : input.space() + " " + input.layout();
    nodes.add(
        new Node(
            Kind.INPUT,
            "input",
            name,
            "",
            host(),
            places,
            bytes(plan.graph().inputs().get(name), input),
            OptionalDouble.empty(),
            OptionalDouble.empty()));
  }

  private long bytes(ValueId id, BoundInput input) {
    DType dtype = ((TensorType) plan.graph().graph().type(id)).dtype();
    return dtype.carrierSlots(input.layout().elements()) * dtype.carrier().width();
  }

  private String host() {
    return plan.devices().host().toString();
  }

  private void addStep(Step step) {
    int index = nodes.size();
    addEdges(step.inputs(), index);
    int slot = 0;
    for (PlannedValue output : step.outputs()) {
      if (output.root() instanceof Root.Transient slice) {
        blockNames[slice.index()] =
            step.outputs().size() == 1 ? step.name() : step.name() + ":" + slot;
      }
      writers.put(output.root(), index);
      slot++;
    }
    nodes.add(
        new Node(
            step.op() instanceof ShapeOp.Copy ? Kind.COPY : Kind.STEP,
            step.op().label(),
            step.name(),
            step.alternative().name(),
            step.device().toString(),
            printer.places(step.outputs()) + " <- " + printer.places(step.inputs()),
            step.outputs().stream().mapToLong(this::bytes).sum(),
            estimate(step.cost()),
            step.cost().verdict().measuredNanos()));
  }

  private static OptionalDouble estimate(Cost cost) {
    return Double.isNaN(cost.estimatedNanos())
        ? OptionalDouble.empty()
        : OptionalDouble.of(cost.estimatedNanos());
  }

  private void addOutput(String name, PlannedValue value) {
    int index = nodes.size();
    addEdges(List.of(value), index);
    Integer writer = writers.get(value.root());
    nodes.add(
        new Node(
            Kind.OUTPUT,
            "output",
            name,
            "",
            writer == null ? host() : nodes.get(writer).device(),
            printer.places(List.of(value)),
            bytes(value),
            OptionalDouble.empty(),
            OptionalDouble.empty()));
  }

  private void addEdges(List<PlannedValue> values, int reader) {
    for (PlannedValue value : values) {
      Integer writer = value == null ? null : writers.get(value.root());
      if (writer != null) {
        edges.add(new Edge(writer, reader));
      }
    }
  }

  private long bytes(PlannedValue value) {
    return value.root() instanceof Root.Transient slice
        ? plan.memory().blocks().get(slice.index()).bytes()
        : 0;
  }

  private List<Arena> arenas() {
    Map<ArenaKey, List<PlanPage.Block>> blocks = new LinkedHashMap<>();
    plan.memory().arenas().keySet().forEach(arena -> blocks.put(arena, new ArrayList<>()));
    for (int i = 0; i < blockNames.length; i++) {
      Block block = plan.memory().blocks().get(i);
      if (!plan.memory().isDetached(i)) {
        blocks.get(block.arena()).add(drawn(blockNames[i], block));
      }
    }
    List<Arena> arenas = new ArrayList<>();
    plan.memory()
        .arenas()
        .forEach(
            (key, size) ->
                arenas.add(
                    new Arena(
                        key.toString(),
                        size.peak() * key.unitBytes(),
                        size.lowerBound() * key.unitBytes(),
                        blocks.get(key))));
    return arenas;
  }

  private PlanPage.Block drawn(String name, Block block) {
    return new PlanPage.Block(
        name == null ? "scratch" : name,
        block.offset() * block.arena().unitBytes(),
        block.bytes(),
        block.birth(),
        Math.min(block.death(), plan.steps().size()));
  }
}
