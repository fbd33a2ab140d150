package io.pelton.engine.realize;

import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Executes a pass on the calling thread: runs steps, and keeps the values that segments leave to
 * each other and to the caller. Owns the memory of what was computed until {@link #close}.
 */
final class PassRunner implements AutoCloseable {
  private final Template template;
  private final ResultMemory memory;
  private final HostTensors host;
  private final ControlRunner controls;
  private final Runnable checkRunning;
  private final Map<ValueId, Value> given;
  private final Map<ValueId, Value> computed = new HashMap<>();
  private final List<Plan> plans = new ArrayList<>();
  private final PassSymbols symbols;

  /**
   * @param memory where segments leave their outputs
   * @param host copies tensors to the host
   * @param controls runs nodes that own bodies
   * @param checkRunning throws when the pass was cancelled
   * @param given what the caller computes from
   * @param symbols what they stand for, and will
   */
  PassRunner(
      Template template,
      ResultMemory memory,
      HostTensors host,
      ControlRunner controls,
      Runnable checkRunning,
      Map<ValueId, Value> given,
      PassSymbols symbols) {
    this.template = template;
    this.memory = memory;
    this.host = host;
    this.controls = controls;
    this.checkRunning = checkRunning;
    this.given = given;
    this.symbols = symbols;
  }

  void run(Work work) {
    if (work instanceof Work.Step step) {
      checkRunning.run();
      step.segment().bound().run(step.at());
    } else if (work instanceof Work.Enter enter) {
      enter(enter.segment());
    } else if (work instanceof Work.Leave leave) {
      leave(leave.segment(), leave.unread());
      if (leave.isOver()) {
        leave.segment().bound().close();
      } else {
        leave.segment().forget();
      }
    } else {
      throw new IllegalStateException(work + " is answered, not run");
    }
  }

  /** Runs a segment again that was compiled in an earlier pass. */
  void rerun(Recording.Left left) {
    BoundSegment segment = left.segment();
    try {
      enter(segment);
      int steps = segment.steps();
      for (int step = 0; step < steps; step++) {
        checkRunning.run();
        segment.bound().run(step);
      }
      leave(segment, left.unread());
    } finally {
      segment.forget();
    }
  }

  private void enter(BoundSegment entered) {
    entered.give(this::tensor);
    memory.place(entered);
    plans.add(entered.bound().plan());
  }

  private void leave(BoundSegment left, List<ValueId> unread) {
    left.bound().await();
    List<ValueId> outputs = left.outputs();
    for (int i = 0; i < outputs.size(); i++) {
      ValueId id = outputs.get(i);
      Value value = left.bound().output(i);
      keep(id, value);
      SymbolId symbol = template.produced().get(id);
      if (symbol != null) {
        bind(symbol, (Tensor) value);
      }
    }
    for (ValueId id : unread) {
      release(computed.remove(id));
    }
  }

  private void bind(SymbolId symbol, Tensor scalar) {
    symbols.produce(symbol, host.of(scalar).toLongs()[0]);
  }

  /** Runs what has to run, and reads what has to be read, before planning goes on. */
  Findings answer(Work.Inquiry inquiry) {
    Map<ValueId, Value> found = new LinkedHashMap<>();
    for (NodeId node : inquiry.controls()) {
      checkRunning.run();
      List<Value> results = run(node);
      for (int slot = 0; slot < results.size(); slot++) {
        ValueId id = new ValueId(node, slot);
        found.put(id, results.get(slot));
        keep(id, results.get(slot));
      }
    }
    Map<ValueId, Tensor> elements = new LinkedHashMap<>();
    for (ValueId id : inquiry.values()) {
      elements.put(id, HostCopies.ofNumbers(host.of((Tensor) value(id))));
    }
    return new Findings(found, elements);
  }

  private List<Value> run(NodeId node) {
    Graph graph = template.graph();
    List<Value> operands = new ArrayList<>();
    for (ValueId operand : graph.operands(node)) {
      operands.add(operand.isAbsent() ? null : onHost(operand));
    }
    return controls.run(graph.name(node), (ControlOp) graph.op(node), operands);
  }

  private Value onHost(ValueId operand) {
    return template
        .graph()
        .constant(operand)
        .map(Value.class::cast)
        .orElseGet(
            () -> value(operand) instanceof Tensor tensor ? host.of(tensor) : value(operand));
  }

  private Tensor tensor(ValueId id) {
    return (Tensor) value(id);
  }

  /** A value that was given or computed, or a constant; null where there is none. */
  Value value(ValueId id) {
    Value value = computed.get(id);
    if (value == null) {
      value = given.get(id);
    }
    return value == null ? template.graph().constant(id).orElse(null) : value;
  }

  /** What ran on what, so far. */
  Origins origins() {
    return new Origins(template, given.values(), plans);
  }

  /** Symbols that nodes bound. */
  SymEnv produced() {
    return symbols.produced();
  }

  /** Takes part in owning the value's memory, for each use of its own. */
  private void keep(ValueId id, Value value) {
    if (value instanceof Tensor tensor) {
      tensor.storage().retain();
    }
    release(computed.put(id, value));
  }

  private static void release(Value value) {
    if (value instanceof Tensor tensor) {
      tensor.storage().close();
    }
  }

  @Override
  public void close() {
    computed.values().forEach(PassRunner::release);
    computed.clear();
  }
}
