package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.testing.BranchingGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Order sources against naive answers on random graphs. */
class OrderSourcePropertyTest {
  private static final int GRAPHS = 1000;

  private int questions;

  @Test
  void allFormsYieldWhatIsNeededInAnAdmissibleOrder() {
    for (long seed = 1; seed <= GRAPHS; seed++) {
      BranchingGraph random = new BranchingGraph(seed, 1 + (int) (seed % 2));
      Map<NodeId, Integer> arms = random.randomArms();
      List<ValueId> targets = random.targets;
      UnitCosts costs = new UnitCosts(random.graph);
      PickedRoute route = new PickedRoute(arms);
      check(
          "planned",
          seed,
          random,
          arms,
          OrderSource.planned(random.graph, targets, arms::get, costs));
      check(
          "optimized",
          seed,
          random,
          arms,
          OrderSource.optimized(random.graph, targets, route, costs));
      check(
          "streaming",
          seed,
          random,
          arms,
          OrderSource.streaming(random.graph, targets, arms::get, costs));
      OrderSource.cacheable(random.graph, targets, costs)
          .ifPresent(order -> assertThat(OrderSource.cached(order).next()).isEqualTo(order));
    }
  }

  private static void check(
      String form,
      long seed,
      BranchingGraph random,
      Map<NodeId, Integer> arms,
      OrderSource source) {
    Set<NodeId> yielded = new LinkedHashSet<>();
    int count = 0;
    for (List<NodeId> chunk = source.next(); !chunk.isEmpty(); chunk = source.next()) {
      assertThat(chunk).hasSizeLessThanOrEqualTo(OrderSource.CHUNK);
      for (NodeId node : chunk) {
        assertThat(yielded)
            .as("seed %d, %s, before %s", seed, form, random.graph.name(node))
            .containsAll(random.before(node, arms::get));
        yielded.add(node);
        count++;
      }
    }
    assertThat(yielded)
        .as("seed %d, %s", seed, form)
        .isEqualTo(random.needed(random.targets, arms::get))
        .hasSize(count);
  }

  @Test
  void branchesAreAskedForOnlyAndExactlyWhereNothingElseIsLeft() {
    for (long seed = 1; seed <= GRAPHS; seed++) {
      BranchingGraph random = new BranchingGraph(seed, 1 + (int) (seed % 2));
      stream(seed, random, random.randomArms());
    }
    assertThat(questions).isGreaterThan(GRAPHS);
  }

  private void stream(long seed, BranchingGraph random, Map<NodeId, Integer> arms) {
    Set<NodeId> yielded = new HashSet<>();
    Map<NodeId, Integer> picked = new HashMap<>();
    OrderSource source =
        OrderSource.streaming(
            random.graph,
            random.targets,
            branch -> {
              String at = "seed " + seed + ", asked for " + random.graph.name(branch);
              Set<NodeId> sure = sure(random, random.targets, picked);
              assertThat(sure).as(at).contains(branch);
              assertThat(yielded).as(at).isEqualTo(free(random, sure, picked));
              Set<NodeId> upstream =
                  new HashSet<>(sure(random, List.of(new ValueId(branch, 0)), picked));
              upstream.remove(branch);
              assertThat(yielded).as(at).containsAll(upstream);
              assertThat(picked.put(branch, arms.get(branch))).as(at).isNull();
              questions++;
              return arms.get(branch);
            },
            new UnitCosts(random.graph));
    for (List<NodeId> chunk = source.next(); !chunk.isEmpty(); chunk = source.next()) {
      yielded.addAll(chunk);
    }
    List<NodeId> reached = new ArrayList<>(random.branches);
    reached.retainAll(random.needed(random.targets, arms::get));
    assertThat(picked.keySet()).as("seed %d", seed).hasSameElementsAs(reached);
  }

  /** What is needed whichever arms are picked from here on. */
  private static Set<NodeId> sure(
      BranchingGraph random, List<ValueId> ends, Map<NodeId, Integer> picked) {
    Set<NodeId> sure = null;
    for (Map<NodeId, Integer> way : random.completions(picked)) {
      Set<NodeId> needed = random.needed(ends, way::get);
      if (sure == null) {
        sure = needed;
      } else {
        sure.retainAll(needed);
      }
    }
    return sure;
  }

  /** Those of the nodes that no unresolved branch is before. */
  private static Set<NodeId> free(
      BranchingGraph random, Set<NodeId> nodes, Map<NodeId, Integer> picked) {
    Set<NodeId> free = new HashSet<>(nodes);
    boolean isChanged = true;
    while (isChanged) {
      isChanged =
          free.removeIf(
              node -> {
                boolean isOpen = random.branches.contains(node) && !picked.containsKey(node);
                return isOpen
                    || !free.containsAll(random.before(node, b -> picked.getOrDefault(b, -1)));
              });
    }
    return free;
  }
}
