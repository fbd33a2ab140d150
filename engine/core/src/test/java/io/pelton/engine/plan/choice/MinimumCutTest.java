package io.pelton.engine.plan.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MinimumCutTest {
  private record Edge(int from, int to, long capacity) {}

  /** Every way to part a graph of so many vertices. */
  private static List<BitSet> sides(int vertices) {
    List<BitSet> sides = new ArrayList<>();
    for (long bits = 0; bits < 1L << (vertices - 2); bits++) {
      BitSet side = BitSet.valueOf(new long[] {bits << 2});
      side.set(MinimumCut.SINK);
      sides.add(side);
    }
    return sides;
  }

  private static long capacity(List<Edge> edges, BitSet side) {
    return edges.stream()
        .filter(edge -> !side.get(edge.from()) && side.get(edge.to()))
        .mapToLong(Edge::capacity)
        .sum();
  }

  private static BitSet found(int vertices, List<Edge> edges) {
    MinimumCut cut = new MinimumCut();
    for (int vertex = 2; vertex < vertices; vertex++) {
      assertThat(cut.addVertex()).isEqualTo(vertex);
    }
    edges.forEach(edge -> cut.addEdge(edge.from(), edge.to(), edge.capacity()));
    return cut.sinkSide();
  }

  @Test
  void noCutOfARandomGraphIsCheaperAndNoneAsCheapHasASmallerSink() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      int vertices = 2 + random.nextInt(8);
      List<Edge> edges = new ArrayList<>();
      for (int i = random.nextInt(4 * vertices); i > 0; i--) {
        long capacity = random.nextInt(10) == 0 ? MinimumCut.INFINITE : random.nextInt(12);
        edges.add(new Edge(random.nextInt(vertices), random.nextInt(vertices), capacity));
      }
      BitSet side = found(vertices, edges);
      long least =
          sides(vertices).stream().mapToLong(other -> capacity(edges, other)).min().orElseThrow();
      if (least < MinimumCut.INFINITE) {
        assertThat(capacity(edges, side)).as("round %d: %s", round, edges).isEqualTo(least);
        assertThat(sides(vertices))
            .filteredOn(other -> capacity(edges, other) == least)
            .allMatch(other -> other.cardinality() >= side.cardinality());
      }
    }
  }

  @Test
  void whatCostsTheSameOnBothSidesStaysWithTheSource() {
    List<Edge> edges = List.of(new Edge(MinimumCut.SOURCE, 2, 5), new Edge(2, MinimumCut.SINK, 5));
    assertThat(found(3, edges)).hasToString("{1}");
  }

  @Test
  void aLongChainIsCutOnce() {
    int length = 20_000;
    List<Edge> edges = new ArrayList<>();
    for (int i = 2; i < length; i++) {
      boolean isFirstHalf = i < length / 2;
      edges.add(new Edge(MinimumCut.SOURCE, i, isFirstHalf ? 90 : 110));
      edges.add(new Edge(i, MinimumCut.SINK, 100));
      edges.add(new Edge(i, Math.max(2, i - 1), 1_000));
      edges.add(new Edge(Math.max(2, i - 1), i, 1_000));
    }
    BitSet side = found(length, edges);
    assertThat(side.get(2)).isTrue();
    assertThat(side.cardinality()).isEqualTo(length / 2 - 1);
    assertThat(side.get(length - 1)).isFalse();
  }
}
