package io.pelton.engine.realize;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.Weights;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.Segment;
import io.pelton.engine.plan.SegmentPlanner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Compiles a pass: plans one segment after the other, binds its steps one by one and puts each into
 * the channel as soon as it can run. Where lengths follow from what is computed, it asks for that
 * and goes on. Used by one thread.
 */
final class PassCompiler {
  private final Template template;
  private final SegmentPlanner planner;
  private final Weights weights;
  private final RunState run;
  private final ToIntFunction<NodeId> arms;
  private final Recorder recorder;
  private final Counters counters;
  private final Readers readers;
  private final List<BoundPlan> bound = new ArrayList<>();
  private final PassState state;
  private final Set<ValueId> awaited = new LinkedHashSet<>();

  /**
   * @param run what kernels read and leave beside their operands
   * @param arms which arm each branch takes
   * @param state where to begin
   * @param recorder keeps what is compiled, or nothing
   */
  PassCompiler(
      Preparation preparation,
      Weights weights,
      RunState run,
      ToIntFunction<NodeId> arms,
      PassState state,
      Recorder recorder,
      Counters counters) {
    this.template = preparation.template();
    this.planner = preparation.planner();
    this.weights = weights;
    this.run = run;
    this.arms = arms;
    this.state = state;
    this.recorder = recorder;
    this.counters = counters;
    this.readers = new Readers(template.graph(), template.order(), template.targets());
  }

  /**
   * Compiles all nodes.
   *
   * @param chunks in order, operands first; an empty one ends them
   */
  void compile(Supplier<List<NodeId>> chunks, WorkChannel channel) {
    for (List<NodeId> chunk = chunks.get(); !chunk.isEmpty(); chunk = chunks.get()) {
      template.checkUnchanged();
      readers.reached(chunk);
      plan(chunk, channel);
    }
    settle(channel);
  }

  /** Goes on from where another compiler asked, with what was found. */
  void resume(Findings findings, WorkChannel channel) {
    template.checkUnchanged();
    readers.reached(template.order());
    state.learn(findings, template);
    plan(state.takePending(), channel);
    settle(channel);
  }

  private void settle(WorkChannel channel) {
    while (state.hasPending()) {
      template.checkUnchanged();
      Work.Inquiry inquiry = state.inquiry(template, awaited);
      recorder.asked(inquiry, state);
      awaited.clear();
      Findings findings = channel.ask(inquiry);
      readers.reached(inquiry.controls());
      recorder.found(findings);
      state.learn(findings, template);
      List<NodeId> nodes = state.takePending();
      readers.reached(nodes);
      plan(nodes, channel);
    }
  }

  private void plan(List<NodeId> nodes, WorkChannel channel) {
    Segment segment =
        planner.plan(
            nodes, state.known(), state.symbols()::length, arms, state::isPending, this::isWanted);
    state.defer(segment.deferred());
    readers.postponed(segment.deferred());
    awaited.addAll(segment.awaited());
    if (segment.plan().isPresent()) {
      bind(segment, segment.plan().get(), channel);
    }
  }

  private void bind(Segment segment, Plan plan, WorkChannel channel) {
    counters.segments.increment();
    BoundPlan made = new BoundPlan(plan, weights, run);
    bound.add(made);
    BoundSegment entered = new BoundSegment(segment, made);
    channel.put(new Work.Enter(entered));
    for (int step = 0; step < plan.steps().size(); step++) {
      made.bind(step);
      counters.steps.increment();
      channel.put(new Work.Step(entered, step));
    }
    for (int i = 0; i < segment.outputs().size(); i++) {
      state.learn(segment.outputs().get(i), segment.known().get(i), template);
    }
    List<ValueId> unread = unread();
    state.known().keySet().removeAll(unread);
    recorder.left(entered, unread);
    channel.put(new Work.Leave(entered, unread, !recorder.keeps()));
  }

  private boolean isWanted(ValueId value) {
    return readers.areLeft(value) || template.produced().containsKey(value);
  }

  private List<ValueId> unread() {
    return state.known().keySet().stream()
        .filter(value -> !(template.graph().op(value.node()) instanceof SourceOp))
        .filter(value -> !isWanted(value))
        .toList();
  }

  /** Runs the pass; after a failure, releases what was bound: nothing of it can run any more. */
  void run(Runnable pass) {
    boolean isDone = false;
    try {
      pass.run();
      isDone = true;
    } finally {
      if (!isDone) {
        bound.forEach(BoundPlan::close);
      }
    }
  }
}
