package io.pelton.cpu.kernel.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.score.BoundNode;
import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random forests against a twin that walks them as the operator's definition reads. */
class RandomForestTest {
  private static final int ROWS = 40;
  private static final List<Aggregate> AGGREGATES = List.of(Aggregate.values());

  private static Tensor data(double[][] rows, DType dtype) {
    int columns = rows[0].length;
    double[] flat = new double[rows.length * columns];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = rows[i / columns][i % columns];
    }
    return switch (dtype) {
      case F64 -> Tensor.of(flat, rows.length, columns);
      case F32 -> {
        float[] floats = new float[flat.length];
        for (int i = 0; i < flat.length; i++) {
          floats[i] = (float) flat[i];
        }
        yield Tensor.of(floats, rows.length, columns);
      }
      case I64 -> {
        long[] longs = new long[flat.length];
        for (int i = 0; i < flat.length; i++) {
          longs[i] = (long) flat[i];
        }
        yield Tensor.of(longs, rows.length, columns);
      }
      case I32 -> {
        int[] ints = new int[flat.length];
        for (int i = 0; i < flat.length; i++) {
          ints[i] = (int) flat[i];
        }
        yield Tensor.of(ints, rows.length, columns);
      }
      default -> throw new AssertionError(dtype);
    };
  }

  /**
   * What the kernel compares: elements as they are, rounded once where forest and data are float.
   */
  private static double[] seen(Tensor data, int row, boolean inDouble) {
    int columns = (int) data.dims()[1];
    double[] doubles = data.toDoubles();
    long[] longs = data.dtype().isInteger() ? data.toLongs() : null;
    double[] seen = new double[columns];
    for (int i = 0; i < columns; i++) {
      int at = row * columns + i;
      if (inDouble) {
        seen[i] = doubles[at];
      } else {
        seen[i] = longs != null ? (float) longs[at] : (float) doubles[at];
      }
    }
    return seen;
  }

  private static double[][] randomRows(Random random, Forest forest, int features) {
    double[][] rows = new double[ROWS][features];
    for (double[] row : rows) {
      for (int i = 0; i < features; i++) {
        row[i] = Forests.randomFeature(random, forest);
      }
    }
    return rows;
  }

  private static double[] randomBase(Random random, int targets) {
    double[] base = new double[targets];
    if (random.nextBoolean()) {
      for (int i = 0; i < targets; i++) {
        base[i] = (float) random.nextGaussian();
      }
    }
    return base;
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "I64", "I32"})
  void regressorsAgreeWithTheTwin(DType dtype) {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      boolean isDouble = random.nextBoolean();
      int features = 1 + random.nextInt(5);
      int targets = 1 + random.nextInt(3);
      Forest forest =
          Forests.random(
              random, 1 + random.nextInt(20), 1 + random.nextInt(60), features, targets, isDouble);
      Aggregate aggregate = AGGREGATES.get(random.nextInt(AGGREGATES.size()));
      double[] base = randomBase(random, targets);
      TreeRegressor op =
          new TreeRegressor(
              forest, targets, aggregate, Tensor.of(base, targets), PostTransform.NONE);
      Tensor data = data(randomRows(random, forest, features), dtype);
      boolean inDouble = isDouble || dtype == DType.F64;
      NaiveForest twin = new NaiveForest(forest, targets, inDouble);

      float[] scores = Nodes.tensor(op, data).toFloats();

      for (int row = 0; row < ROWS; row++) {
        float[] expected = twin.score(seen(data, row, inDouble), aggregate, base);
        for (int target = 0; target < targets; target++) {
          assertThat(scores[row * targets + target])
              .as("seed %d, %s, row %d, target %d of %s", seed, dtype, row, target, op)
              .isEqualTo(expected[target]);
        }
      }
    }
  }

  @Test
  void classifiersPickTheBestClassThatHasVotes() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int classes = 3 + random.nextInt(3);
      Forest forest =
          Forests.random(random, 1 + random.nextInt(12), 1 + random.nextInt(40), 4, classes, false);
      long[] labels = new long[classes];
      for (int i = 0; i < classes; i++) {
        labels[i] = 10L + i;
      }
      TreeClassifier op =
          new TreeClassifier(
              forest, Tensor.of(labels, classes), Tensor.of(new float[0], 0), PostTransform.NONE);
      Tensor data = data(randomRows(random, forest, 4), DType.F32);
      NaiveForest twin = new NaiveForest(forest, classes, false);

      var out = Nodes.evaluate(op, data);

      float[] scores = ((Tensor) out[1]).toFloats();
      long[] picked = ((Tensor) out[0]).toLongs();
      for (int row = 0; row < ROWS; row++) {
        float[] expected = twin.score(seen(data, row, false), Aggregate.SUM, new double[classes]);
        for (int i = 0; i < classes; i++) {
          assertThat(scores[row * classes + i])
              .as("seed %d, row %d, class %d", seed, row, i)
              .isEqualTo(expected[i]);
        }
        int best = 0;
        for (int voted : twin.voted(seen(data, row, false))) {
          boolean isFirst = !twin.voted(seen(data, row, false)).contains(best);
          best = isFirst || expected[voted] > expected[best] ? voted : best;
        }
        assertThat(picked[row]).as("seed %d, row %d", seed, row).isEqualTo(10 + best);
      }
    }
  }

  @Test
  void moreFeaturesThanANodeHasRoomForAreComparedAlike() {
    int features = 40_000;
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < features; i++) {
      nodes.add(Forests.split(Mode.LEQ, i, 0.1f, features, i + 1, i % 2 == 0));
    }
    nodes.set(features - 1, Forests.split(Mode.LEQ, features - 1, 0.1f, features, features + 1));
    nodes.add(Forests.leaf(1));
    nodes.add(Forests.leaf(2));
    TreeRegressor op =
        new TreeRegressor(
            new Forest(nodes, List.of(0), false),
            1,
            Aggregate.SUM,
            Tensor.of(new float[0], 0),
            PostTransform.NONE);
    float[] data = new float[3 * features];
    Arrays.fill(data, Math.nextUp(0.1f));
    data[features + 39_998] = 0.1f;
    data[2 * features + 39_998] = Float.NaN;
    assertThat(Nodes.tensor(op, Tensor.of(data, 3, features)).toFloats())
        .containsExactly(2f, 1f, 1f);
  }

  @Test
  void theBatchChangesNoBit() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      boolean isDouble = seed % 2 == 0;
      int targets = 1 + (int) seed % 3;
      Forest forest = Forests.random(random, 100, 127, 6, targets, isDouble);
      TreeRegressor op =
          new TreeRegressor(
              forest, targets, Aggregate.SUM, Tensor.of(new float[0], 0), PostTransform.SOFTMAX);
      double[][] rows = new double[64][6];
      for (double[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          row[i] = Forests.randomFeature(random, forest);
        }
      }
      Tensor data = data(rows, DType.F32);
      float[] whole = Nodes.tensor(op, data).toFloats();
      for (int batch : new int[] {1, 7, 64}) {
        Tensor bound = new Tensor(data.storage(), data.layout().slice(0, 0, batch, 1));
        BoundNode node = new BoundNode(op, new Prepared(), bound);
        for (int from = 0; from < rows.length; from += batch) {
          int count = Math.min(batch, rows.length - from);
          float[] part = node.from(data, from).run(count).output(0, count).toFloats();
          for (int i = 0; i < part.length; i++) {
            assertThat(part[i])
                .as("seed %d, batch %d, row %d", seed, batch, from + i / targets)
                .isEqualTo(whole[from * targets + i]);
          }
        }
      }
    }
  }
}
