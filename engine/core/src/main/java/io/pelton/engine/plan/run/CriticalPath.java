package io.pelton.engine.plan.run;

import io.pelton.engine.graph.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Orders runs so that several devices have something to do: list scheduling, where of the runs that
 * are ready the one comes next from which the longest path is left. A path takes the time of its
 * runs and, between devices, that of moving what is read; the ranks are those of HEFT (H. Topcuoglu
 * et al., 2002). Of equals the first in graph order comes first. Takes O(n log n) time in runs and
 * dependencies.
 */
public final class CriticalPath {
  private CriticalPath() {}

  /**
   * All nodes of the runs. Where these are on one device, in the graph's order; otherwise run by
   * run, each after those that it depends on.
   */
  public static List<NodeId> order(Runs runs, RunCosts costs) {
    long devices = runs.all().stream().map(Run::device).distinct().limit(2).count();
    return devices < 2 ? runs.nodes() : schedule(runs, remaining(runs, costs));
  }

  private static List<NodeId> schedule(Runs runs, double[] remaining) {
    int count = runs.all().size();
    List<List<Integer>> successors = new ArrayList<>();
    int[] waiting = new int[count];
    Comparator<Integer> longest = Comparator.comparingDouble(run -> -remaining[run]);
    PriorityQueue<Integer> ready = new PriorityQueue<>(longest.thenComparingInt(run -> run));
    for (int run = 0; run < count; run++) {
      successors.add(new ArrayList<>());
      waiting[run] = runs.predecessors(run).size();
      for (int predecessor : runs.predecessors(run)) {
        successors.get(predecessor).add(run);
      }
      if (waiting[run] == 0) {
        ready.add(run);
      }
    }
    List<NodeId> order = new ArrayList<>(runs.nodes().size());
    while (!ready.isEmpty()) {
      int run = ready.poll();
      order.addAll(runs.all().get(run).nodes());
      for (int successor : successors.get(run)) {
        if (--waiting[successor] == 0) {
          ready.add(successor);
        }
      }
    }
    return order;
  }

  /** Nanoseconds from the start of each run to the end of the longest path that it begins. */
  private static double[] remaining(Runs runs, RunCosts costs) {
    double[] behind = new double[runs.all().size()];
    double[] remaining = new double[behind.length];
    for (int run = behind.length - 1; run >= 0; run--) {
      Run at = runs.all().get(run);
      double own = at.nodes().stream().mapToDouble(costs::nanos).sum();
      remaining[run] = own + behind[run];
      for (int predecessor : runs.predecessors(run)) {
        Run before = runs.all().get(predecessor);
        double move =
            before.device().equals(at.device()) ? 0 : costs.moveNanos(before.last(), at.first());
        behind[predecessor] = Math.max(behind[predecessor], move + remaining[run]);
      }
    }
    return remaining;
  }
}
