package io.pelton.engine.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.Segment;
import io.pelton.engine.plan.Step;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.List;

/**
 * What keeps a pass from being captured: whatever is decided while it runs, leaves the one device,
 * or does more than a recorded launch can.
 */
final class CaptureCheck {
  private final List<String> obstacles = new ArrayList<>();

  /** Arms that are picked while the pass runs. */
  void checkPicking(Realization realization) {
    if (realization.picking().isPresent()) {
      obstacles.add("branches pick their arms while it runs; give it a route");
    }
  }

  /** Inputs whose elements have no fixed size. */
  void checkInputs(Template template) {
    for (Template.Input input : template.inputs()) {
      if (input.contract().type().dtype() == DType.STRING) {
        obstacles.add("input '" + input.contract().name() + "' holds strings");
      } else if (input.contract().isPlanInput()) {
        obstacles.add("lengths depend on the elements of input '" + input.contract().name() + "'");
      }
    }
  }

  /** Symbols of the environment that decide lengths. */
  void checkSymbols(Template template, SymEnv env) {
    for (SymbolId symbol : env.symbols()) {
      if (template.read().contains(symbol)) {
        obstacles.add("symbol '" + symbol + "' changes the geometry of launches");
      }
    }
  }

  /** Nodes that can't be planned ahead of a run. */
  void checkComplete(Graph graph, Segment segment) {
    for (NodeId node : segment.deferred()) {
      obstacles.add(
          "node '"
              + graph.name(node)
              + "' ("
              + graph.op(node).label()
              + ") depends on what is computed before it");
    }
  }

  void checkPlan(Plan plan) {
    DeviceId only = plan.steps().isEmpty() ? null : plan.steps().get(0).device().id();
    for (Step step : plan.steps()) {
      if (!step.device().id().equals(only)) {
        obstacles.add(named(step) + " runs on " + step.device() + ", others on " + only);
      } else if (step.alternative().kernel() instanceof HostKernel) {
        obstacles.add(named(step) + " makes its outputs itself, on the host");
      } else if (!step.alternative().can(Capability.CAPTURABLE)) {
        obstacles.add(
            named(step)
                + " runs by kernel '"
                + step.alternative().name()
                + "', which may allocate or wait");
      }
    }
  }

  private static String named(Step step) {
    return "node '" + step.name() + "' (" + step.op().label() + ")";
  }

  /** Empty where nothing is in the way. */
  List<String> obstacles() {
    return obstacles;
  }
}
