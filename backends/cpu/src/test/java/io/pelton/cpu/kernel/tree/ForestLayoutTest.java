package io.pelton.cpu.kernel.tree;

import static io.pelton.cpu.kernel.tree.Forests.leaf;
import static io.pelton.cpu.kernel.tree.Forests.split;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForestLayoutTest {
  private static ForestLayout layout(Forest forest) {
    return ForestLayout.of(
        forest, Comparisons.narrow(forest), reason -> new InvalidOp("trees", "op", reason));
  }

  @Test
  void sharedSubtreesDoNotMultiply() {
    int levels = 40;
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      nodes.add(split(Mode.LEQ, i, 0, i + 1, i + 1));
    }
    nodes.add(leaf(1));
    ForestLayout layout = layout(new Forest(nodes, List.of(0), false));
    assertThat(layout.places()).isEqualTo(1 + 2 * levels);
    assertThat(layout.depths()).containsExactly(levels);
  }

  @Test
  void successorsLieBehindWhatLeadsToThem() {
    for (long seed = 0; seed < 100; seed++) {
      Forest forest = Forests.random(new Random(seed), 5, 60, 4, 1, false);
      ForestLayout layout = layout(forest);
      for (int place = 0; place < layout.places(); place++) {
        boolean isLeaf = forest.nodes().get(layout.test(place) >> 1).isLeaf();
        int step = layout.successor(place) - place;
        assertThat(step > 0).as("seed %d, place %d", seed, place).isEqualTo(!isLeaf);
        assertThat(layout.successor(place) + (isLeaf ? 0 : 1)).isLessThan(layout.places());
      }
    }
  }

  @Test
  void indicesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> layout(new Forest(List.of(leaf(1)), List.of(1), false)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("root 1");
    Forest stray = Forests.tree(split(Mode.LEQ, 0, 1, 1, 5), leaf(1));
    assertThatThrownBy(() -> layout(stray))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("node 0 leads to 5");
    Forest negative = Forests.tree(split(Mode.LEQ, -2, 1, 1, 1), leaf(1));
    assertThatThrownBy(() -> layout(negative))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("node 0 compares feature -2");
  }

  @Test
  void aTreeDeeperThanTheStackIsNoProblem() {
    int depth = 100_000;
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      nodes.add(split(Mode.LEQ, 0, i, depth, i + 1));
    }
    nodes.add(leaf(1));
    assertThat(layout(new Forest(nodes, List.of(0), false)).depths()).containsExactly(depth);
  }
}
