package io.pelton.engine.executable;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.optimize.Coverage;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.TargetBackends;
import io.pelton.engine.plan.choice.Choice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Optimizes a graph for where it is to run. Where the options leave that open, it is optimized for
 * the host alone and for the host with each backend that it may use beside it, and what is cheapest
 * by estimate is taken, so that a model that stays on the host is just what it would be without
 * other devices.
 */
final class Templates {
  /**
   * An optimized graph.
   *
   * @param context how its nodes find their devices
   * @param rules that optimized it
   */
  record Made(OptimizedGraph template, PlanContext context, RuleRegistry rules) {}

  private final NamedGraph graph;
  private final PlanContext context;
  private final RuleRegistry rules;

  Templates(NamedGraph graph, CompileOptions options, RuleRegistry rules) {
    this.graph = graph;
    this.context = new PlanContext(options.devices(), options.planning());
    this.rules = rules;
  }

  Made best() {
    List<Backend> targets = TargetBackends.of(graph.graph(), context.devices(), context.options());
    Made told = covering(targets);
    return context.options().candidates().isEmpty() ? told : chosen(told, targets);
  }

  private Made covering(List<Backend> backends) {
    Backend host = context.devices().host().backend();
    RuleRegistry covering = rules.covering(Coverage.beside(host, backends));
    return new Made(OptimizedGraph.of(graph, covering), context, covering);
  }

  private Made chosen(Made alone, List<Backend> targets) {
    Choice choice = new Choice(context);
    Map<Backend, Made> shared = new HashMap<>();
    NamedGraph host = alone.template().named();
    for (Device candidate : choice.candidates()) {
      NamedGraph both =
          shared
              .computeIfAbsent(candidate.backend(), backend -> covering(with(targets, backend)))
              .template()
              .named();
      choice.offer(
          candidate, host.graph(), host.outputs().values(), both.graph(), both.outputs().values());
    }
    Made best = choice.device().map(device -> shared.get(device.backend())).orElse(alone);
    Choice.place(best.template().named(), choice.assignment(), context);
    return new Made(best.template(), context.assigning(choice.assignment().placed()), best.rules());
  }

  private static List<Backend> with(List<Backend> targets, Backend another) {
    return Stream.concat(targets.stream(), Stream.of(another)).distinct().toList();
  }
}
