package io.pelton.cpu.vector.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.tree.Forests;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneDescentTest {
  private static final int FEATURES = 7;

  private static Tensor rows(Random random, Forest forest, int rows) {
    float[] data = new float[rows * FEATURES];
    for (int i = 0; i < data.length; i++) {
      data[i] = (float) Forests.randomFeature(random, forest);
    }
    return Tensor.of(data, rows, FEATURES);
  }

  private static TreeRegressor regressor(Forest forest, int targets, Aggregate aggregate) {
    return new TreeRegressor(
        forest, targets, aggregate, Tensor.of(new float[0], 0), PostTransform.NONE);
  }

  /** Trees that end early on some ways; the depth is the longest. */
  private static Forest shallow(Random random, int trees, int depth) {
    List<Node> nodes = new ArrayList<>();
    List<Integer> roots = new ArrayList<>();
    for (int tree = 0; tree < trees; tree++) {
      roots.add(grow(random, nodes, depth));
    }
    return new Forest(nodes, roots, false);
  }

  private static int grow(Random random, List<Node> nodes, int depth) {
    if (depth == 0 || random.nextInt(8) == 0) {
      nodes.add(Forests.leaf(random.nextGaussian()));
    } else {
      int first = grow(random, nodes, depth - 1);
      int second = grow(random, nodes, depth - 1);
      Mode mode = List.of(Mode.LEQ, Mode.LT, Mode.GTE, Mode.GT).get(random.nextInt(4));
      int feature = random.nextInt(FEATURES);
      float threshold = random.nextInt(30) == 0 ? Float.NaN : (float) random.nextGaussian();
      nodes.add(Forests.split(mode, feature, threshold, first, second, random.nextInt(3) == 0));
    }
    return nodes.size() - 1;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 6, 8})
  void leavesAreThoseThatAWalkFinds(int depth) {
    Random random = new Random(depth);
    List<Aggregate> aggregates = List.of(Aggregate.values());
    for (int rows : new int[] {1, 3, 15, 16, 17, 63, 64, 65, 150}) {
      Forest forest = shallow(random, 1 + random.nextInt(80), depth);
      TwinBits.assertSame(
          regressor(forest, 1, aggregates.get(rows % 4)), Set.of(), rows(random, forest, rows));
    }
  }

  @Test
  void moreBoundsThanAByteCountsAreStretchedOverSeveral() {
    Random random = new Random(3);
    Forest forest = shallow(random, 400, 4);
    long bounds =
        forest.nodes().stream()
            .filter(node -> node.feature() == 1 && !node.isLeaf())
            .map(Node::threshold)
            .distinct()
            .count();
    assertThat(bounds).isGreaterThan(3 * 128);
    TwinBits.assertSame(regressor(forest, 1, Aggregate.SUM), Set.of(), rows(random, forest, 130));
  }

  @Test
  void anyModesSharedNodesAndSeveralTargetsAreTheSame() {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      int targets = 1 + random.nextInt(3);
      Forest forest = Forests.random(random, 1 + random.nextInt(30), 9, FEATURES, targets, false);
      Tensor rows = rows(random, forest, 70);
      TwinBits.assertSame(regressor(forest, targets, Aggregate.SUM), Set.of(), rows);
      TwinBits.assertSame(
          new TreeClassifier(
              forest,
              Tensor.of(new long[targets], targets),
              Tensor.of(new float[0], 0),
              PostTransform.NONE),
          Set.of(),
          rows);
    }
  }
}
