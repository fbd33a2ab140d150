package io.pelton.engine.realize;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.Weights;
import io.pelton.engine.error.CaptureRefused;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.Known;
import io.pelton.engine.plan.Segment;
import io.pelton.engine.plan.SegmentPlanner;
import io.pelton.engine.realize.Template.Input;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Captures a pass: plans and binds all of it as one segment on memory that stays. */
final class Capture {
  private final Template template;
  private final ResultMemory memory;
  private final GivenInputs given;
  private final Devices devices;
  private final Weights weights;
  private final RunState own;
  private final HostTensors host;
  private final Map<Input, CapturedInput> inputs = new LinkedHashMap<>();
  private final Map<ValueId, Value> values = new HashMap<>();

  /**
   * @param memory where results are left
   * @param given whose lengths are captured
   * @param own what kernels of the captured run read and leave; closed with that
   */
  Capture(
      Template template,
      ResultMemory memory,
      GivenInputs given,
      Devices devices,
      Weights weights,
      RunState own,
      HostTensors host) {
    this.template = template;
    this.memory = memory;
    this.given = given;
    this.devices = devices;
    this.weights = weights;
    this.own = own;
    this.host = host;
  }

  /**
   * Captures without running anything.
   *
   * @param order of all nodes
   * @param check has looked at the realization
   * @throws CaptureRefused when something is in the way
   */
  CapturedRun capture(
      SegmentPlanner planner, List<NodeId> order, ToIntFunction<NodeId> arms, CaptureCheck check) {
    boolean isDone = false;
    BoundPlan bound = null;
    try {
      check.checkInputs(template);
      refuse(check);
      Segment segment = plan(planner, order, arms);
      check.checkComplete(template.graph(), segment);
      segment.plan().ifPresent(check::checkPlan);
      refuse(check);
      if (segment.plan().isPresent()) {
        bound = BoundPlan.of(segment.plan().get(), weights, own);
        place(new BoundSegment(segment, bound));
      }
      CapturedRun captured =
          new CapturedRun(template, inputs, starts(), bound, own, host, results(bound));
      isDone = true;
      return captured;
    } finally {
      if (!isDone) {
        own.close();
        inputs.values().forEach(CapturedInput::close);
        if (bound != null) {
          bound.close();
        }
      }
    }
  }

  private static void refuse(CaptureCheck check) {
    if (!check.obstacles().isEmpty()) {
      throw new CaptureRefused(check.obstacles());
    }
  }

  private Segment plan(SegmentPlanner planner, List<NodeId> order, ToIntFunction<NodeId> arms) {
    Map<ValueId, Known> known = new HashMap<>();
    for (Input input : template.inputs()) {
      Tensor tensor = (Tensor) given.values().get(input.id());
      CapturedInput own = new CapturedInput(input, tensor, devices, host);
      inputs.put(input, own);
      values.put(input.id(), own.tensor());
      known.put(input.id(), Known.of(own.tensor(), input.isSession()));
    }
    for (ValueId start : template.starts().values()) {
      values.put(start, given.values().get(start));
      known.put(start, Known.of(values.get(start), false));
    }
    Set<ValueId> targets = Set.copyOf(template.targets());
    return planner.plan(
        order, known, given.symbols()::length, arms, node -> false, targets::contains);
  }

  private void place(BoundSegment segment) {
    segment.give(id -> (Tensor) values.get(id));
    memory.place(segment);
    for (int i = 0; i < segment.outputs().size(); i++) {
      values.put(segment.outputs().get(i), segment.bound().output(i));
    }
  }

  private Map<SymbolId, Tensor> starts() {
    Map<SymbolId, Tensor> starts = new HashMap<>();
    template.starts().forEach((symbol, id) -> starts.put(symbol, (Tensor) values.get(id)));
    return starts;
  }

  private Realized results(BoundPlan bound) {
    List<Value> results = template.targets().stream().map(this::value).toList();
    List<Value> given = inputs.values().stream().map(own -> (Value) own.tensor()).toList();
    Origins origins =
        new Origins(template, given, bound == null ? List.of() : List.of(bound.plan()));
    return new Realized(template.asked(), results, new SymEnv(), host, origins);
  }

  private Value value(ValueId target) {
    Value value = values.get(target);
    return value == null ? template.graph().constant(target).orElseThrow() : value;
  }
}
