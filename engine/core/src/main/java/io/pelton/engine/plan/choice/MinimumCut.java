package io.pelton.engine.plan.choice;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The cheapest way to part a directed graph with edge capacities into a side with {@link #SOURCE}
 * and a side with {@link #SINK}: what the edges from the one to the other carry is least. Found by
 * a maximum flow, after E. A. Dinic, "Algorithm for solution of a problem of maximum flow in
 * networks with power estimation" (1970).
 */
final class MinimumCut {
  static final int SOURCE = 0;
  static final int SINK = 1;

  /** More than all finite capacities of a graph together may be. */
  static final long INFINITE = 1L << 60;

  private static final int NONE = -1;

  /** By vertex: the edge that was added last, and from there the one before it. */
  private int[] last = new int[16];

  private int[] before = new int[64];
  private int[] heads = new int[64];

  /** What is left of each edge; an edge and its reverse are neighbours. */
  private long[] left = new long[64];

  private int vertices;
  private int edges;

  MinimumCut() {
    addVertex();
    addVertex();
  }

  int addVertex() {
    if (vertices == last.length) {
      last = Arrays.copyOf(last, 2 * vertices);
    }
    last[vertices] = NONE;
    return vertices++;
  }

  void addEdge(int from, int to, long capacity) {
    if (edges + 2 > heads.length) {
      before = Arrays.copyOf(before, 2 * heads.length);
      left = Arrays.copyOf(left, 2 * heads.length);
      heads = Arrays.copyOf(heads, 2 * heads.length);
    }
    add(from, to, capacity);
    add(to, from, 0);
  }

  private void add(int from, int to, long capacity) {
    heads[edges] = to;
    left[edges] = capacity;
    before[edges] = last[from];
    last[from] = edges++;
  }

  /** Of the cheapest cuts, the side with the sink that has the fewest vertices. Asked for once. */
  BitSet sinkSide() {
    int[] levels = levels();
    while (levels[SINK] != NONE) {
      block(levels);
      levels = levels();
    }
    BitSet side = new BitSet(vertices);
    int[] open = new int[vertices];
    open[0] = SINK;
    side.set(SINK);
    for (int at = 0, end = 1; at < end; at++) {
      for (int edge = last[open[at]]; edge != NONE; edge = before[edge]) {
        int from = heads[edge];
        if (left[edge ^ 1] > 0 && !side.get(from)) {
          side.set(from);
          open[end++] = from;
        }
      }
    }
    return side;
  }

  /** How many edges with something left lead from the source to each vertex. */
  private int[] levels() {
    int[] levels = new int[vertices];
    Arrays.fill(levels, NONE);
    levels[SOURCE] = 0;
    int[] open = new int[vertices];
    open[0] = SOURCE;
    for (int at = 0, end = 1; at < end; at++) {
      for (int edge = last[open[at]]; edge != NONE; edge = before[edge]) {
        int to = heads[edge];
        if (left[edge] > 0 && levels[to] == NONE) {
          levels[to] = levels[open[at]] + 1;
          open[end++] = to;
        }
      }
    }
    return levels;
  }

  /** Sends along shortest paths what these take. */
  private void block(int[] levels) {
    int[] next = Arrays.copyOf(last, vertices);
    int[] path = new int[vertices];
    int length = 0;
    int vertex = SOURCE;
    while (true) {
      if (vertex == SINK) {
        length = send(path, length);
        vertex = heads[path[length] ^ 1];
        continue;
      }
      int edge = next[vertex];
      while (edge != NONE && (left[edge] == 0 || levels[heads[edge]] != levels[vertex] + 1)) {
        edge = before[edge];
      }
      next[vertex] = edge;
      if (edge != NONE) {
        path[length++] = edge;
        vertex = heads[edge];
      } else if (vertex == SOURCE) {
        return;
      } else {
        levels[vertex] = NONE;
        vertex = heads[path[--length] ^ 1];
      }
    }
  }

  /** Returns which edge of the path has nothing left now, the first of them. */
  private int send(int[] path, int length) {
    int least = 0;
    for (int i = 1; i < length; i++) {
      least = left[path[i]] < left[path[least]] ? i : least;
    }
    long flow = left[path[least]];
    for (int i = 0; i < length; i++) {
      left[path[i]] -= flow;
      left[path[i] ^ 1] += flow;
    }
    return least;
  }
}
