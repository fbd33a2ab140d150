package io.pelton.cpu.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.realize.pick.DeviceTelemetry;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * One way to ask for a scenario's results.
 *
 * @param isThroughPlan whether the caller names values of the graph before it was optimized
 */
record Combination(
    Asked asked,
    boolean bindsUnread,
    boolean isThroughPlan,
    Arms arms,
    boolean isCached,
    boolean isPersistent) {
  private static final SymbolId UNREAD = new SymbolId("unread");

  /** Which targets. */
  enum Asked {
    LAST,
    ALL,
    BACKWARDS_AND_TWICE;

    List<String> of(NamedGraph named) {
      List<String> names = new ArrayList<>(named.outputs().keySet());
      if (this == LAST) {
        return names.subList(names.size() - 1, names.size());
      }
      if (this == BACKWARDS_AND_TWICE) {
        Collections.reverse(names);
        names.addAll(List.copyOf(names));
      }
      return names;
    }
  }

  /** Who picks the arms of branches. */
  enum Arms {
    NOBODY,
    EMPTY_ROUTE,
    ROUTE,
    SELECTOR_OF_FIRST,
    SELECTOR;

    boolean picks() {
      return this == ROUTE || this == SELECTOR;
    }
  }

  static List<Combination> all() {
    List<Combination> all = new ArrayList<>();
    for (Asked asked : Asked.values()) {
      for (Arms arms : Arms.values()) {
        for (int bits = 0; bits < 16; bits++) {
          all.add(
              new Combination(
                  asked, (bits & 1) != 0, (bits & 2) != 0, arms, (bits & 4) != 0, (bits & 8) != 0));
        }
      }
    }
    return all;
  }

  /** The graph whose values the caller names. */
  NamedGraph named(Scenario scenario, OptimizedGraph optimized) {
    return isThroughPlan ? scenario.named() : optimized.named();
  }

  /** The targets, as the caller names them. */
  List<ValueId> targets(NamedGraph named) {
    return asked.of(named).stream().map(named.outputs()::get).toList();
  }

  Realization of(
      Scenario scenario, OptimizedGraph optimized, int pass, Map<String, Tensor> inputs) {
    NamedGraph named = named(scenario, optimized);
    SymEnv env = new SymEnv(scenario.env().apply(pass));
    if (bindsUnread) {
      env.bind(UNREAD, 99);
    }
    Realization realization =
        Realization.of(named.graph())
            .targets(targets(named))
            .inputs(StorageCache.of(named, inputs))
            .env(env);
    return picking(
        isThroughPlan ? realization.optimized(optimized) : realization,
        scenario,
        optimized.named().graph());
  }

  private Realization picking(Realization realization, Scenario scenario, Graph runs) {
    return switch (arms) {
      case NOBODY -> realization;
      case EMPTY_ROUTE -> realization.route(PickedRoute.FIRST_ARMS);
      case ROUTE -> realization.route(scenario.route(runs));
      case SELECTOR_OF_FIRST ->
          realization.picking((branch, arms, lookup) -> 0, device -> DeviceTelemetry.UNKNOWN);
      case SELECTOR ->
          realization.picking(
              (branch, arms, lookup) -> scenario.arms().getOrDefault(branch, 0),
              device -> DeviceTelemetry.UNKNOWN);
    };
  }
}
