package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.plan.run.Runs;
import java.util.ArrayList;
import java.util.List;

/** Cuts an order into chunks, where runs end if that can be. */
final class Chunks {
  private final int most;
  private final List<List<NodeId>> chunks = new ArrayList<>();
  private List<NodeId> open = new ArrayList<>();

  private Chunks(int most) {
    this.most = most;
  }

  /**
   * @param order of the nodes of the runs
   * @param most nodes of a chunk
   */
  static List<List<NodeId>> of(List<NodeId> order, Runs runs, int most) {
    Chunks chunks = new Chunks(most);
    int start = 0;
    for (int end = 1; end <= order.size(); end++) {
      boolean ends =
          end == order.size() || runs.indexOf(order.get(end)) != runs.indexOf(order.get(start));
      if (ends) {
        chunks.add(order.subList(start, end));
        start = end;
      }
    }
    chunks.close();
    return chunks.chunks;
  }

  private void add(List<NodeId> run) {
    if (open.size() + run.size() > most) {
      close();
    }
    for (NodeId node : run) {
      open.add(node);
      if (open.size() == most) {
        close();
      }
    }
  }

  private void close() {
    if (!open.isEmpty()) {
      chunks.add(List.copyOf(open));
      open = new ArrayList<>();
    }
  }
}
