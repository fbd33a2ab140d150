package io.pelton.cpu.kernel.pipeline;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.Forest;
import io.pelton.engine.graph.Forest.Mode;
import io.pelton.engine.graph.Forest.Node;
import io.pelton.engine.graph.Forest.Vote;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ScoringOp.Aggregate;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.ScoringOp.TreeClassifier;
import io.pelton.engine.graph.ScoringOp.TreeRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random models. */
public final class Scorers {
  private static final Tensor NONE = Tensor.of(new float[0], 0);

  private Scorers() {}

  static ScoringOp any(Random random, int features) {
    List<ScoringOp> all = all(random, features);
    return all.get(random.nextInt(all.size()));
  }

  static List<ScoringOp> all(Random random, int features) {
    List<ScoringOp> all = new ArrayList<>(trees(random, features));
    all.add(
        new LinearClassifier(
            floats(random, 3, features), NONE, labels(random, 3), PostTransform.SOFTMAX, true));
    all.add(linearRegressor(random, features));
    SupportVectors machine =
        machine(floats(random, 2, features), floats(random, 2), floats(random, 1), List.of(1, 1));
    all.add(new SvmClassifier(machine, labels(random, 2), PostTransform.NONE));
    all.add(new SvmRegressor(machine, false, PostTransform.NONE));
    return all;
  }

  static List<ScoringOp> trees(Random random, int features) {
    boolean isDouble = random.nextBoolean();
    return List.of(
        new TreeClassifier(
            forest(random, 5, 3, features, 3, isDouble),
            labels(random, 3),
            NONE,
            PostTransform.LOGISTIC),
        new TreeRegressor(
            forest(random, 5, 3, features, 1, isDouble),
            1,
            Aggregate.SUM,
            NONE,
            PostTransform.NONE));
  }

  static LinearRegressor linearRegressor(Random random, int features) {
    return new LinearRegressor(
        floats(random, 2, features), floats(random, 2), PostTransform.LOGISTIC);
  }

  /** Complete trees. */
  public static Forest forest(
      Random random, int trees, int depth, int features, int targets, boolean isDouble) {
    List<Node> nodes = new ArrayList<>();
    List<Integer> roots = new ArrayList<>();
    for (int tree = 0; tree < trees; tree++) {
      int root = nodes.size();
      roots.add(root);
      int inner = (1 << depth) - 1;
      for (int i = 0; i < 2 * inner + 1; i++) {
        nodes.add(
            i < inner
                ? new Node(
                    Mode.LEQ,
                    random.nextInt(features),
                    (float) random.nextGaussian(),
                    root + 2 * i + 1,
                    root + 2 * i + 2,
                    random.nextBoolean(),
                    List.of())
                : new Node(
                    Mode.LEAF,
                    0,
                    0,
                    0,
                    0,
                    false,
                    List.of(new Vote(random.nextInt(targets), random.nextFloat()))));
      }
    }
    return new Forest(nodes, roots, isDouble);
  }

  private static Tensor labels(Random random, int count) {
    return random.nextBoolean()
        ? Tensor.of(Arrays.copyOf(new long[] {4, -1, 9}, count), count)
        : Tensor.of(Arrays.copyOf(new String[] {"yes", "", "öfter"}, count), count);
  }

  private static SupportVectors machine(
      Tensor vectors, Tensor coefficients, Tensor rho, List<Integer> perClass) {
    return new SupportVectors(
        SupportVectors.Kernel.RBF, 0.01f, 0, 0, vectors, coefficients, rho, perClass, NONE, NONE);
  }

  private static Tensor floats(Random random, long... dims) {
    float[] values = new float[Cpu.count(dims)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Tensor.of(values, dims);
  }
}
