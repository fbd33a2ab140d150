package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.DeviceTables;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Tensor;

/**
 * A classifier that has a score for every pair of classes (i, j), i before j, as libsvm orders
 * them.
 *
 * @param starts where the vectors of each class start; one more for the end
 */
record SvmPairs(SupportVectors model, int classes, int... starts) {
  private static final int TABLES = 8;

  /** Checks the parameters of the op. */
  static SvmPairs of(Inference inference, SupportVectors model, int classes) {
    inference.check(classes > 1, "should have at least two labels but has " + classes);
    inference.check(
        model.vectorsPerClass().size() == classes,
        "has vectors of " + model.vectorsPerClass().size() + " classes for " + classes + " labels");
    int[] starts = new int[classes + 1];
    for (int i = 0; i < classes; i++) {
      starts[i + 1] = starts[i] + model.vectorsPerClass().get(i);
    }
    SvmPairs pairs = new SvmPairs(model, classes, starts);
    long vectors = model.vectors().layout().dim(0);
    inference.check(
        starts[classes] == vectors,
        "has " + vectors + " support vectors but counts " + starts[classes] + " by class");
    long coefficients = model.coefficients().layout().elements();
    long expected = (classes - 1) * vectors;
    inference.check(
        coefficients == expected,
        "should have " + expected + " coefficients but has " + coefficients);
    inference.check(
        model.rho().layout().elements() >= pairs.count(),
        "should have " + pairs.count() + " rho but has " + model.rho().layout().elements());
    inference.check(
        !model.hasProbabilities() || model.probA().layout().elements() >= pairs.count(),
        "should have prob_a and prob_b for " + pairs.count() + " pairs of classes");
    return pairs;
  }

  /** Pairs of classes. */
  int count() {
    return classes * (classes - 1) / 2;
  }

  /** Shared memory that a row takes: its sums, and what coupling them to probabilities takes. */
  long bytesPerRow() {
    long coupling = model.hasProbabilities() ? 2L * classes * (classes + 1) * Float.BYTES : 0;
    return (long) count() * Double.BYTES + coupling;
  }

  /** All tables of {@code Pairs} in {@code svm.cu}, and the labels' values. */
  DeviceTables tables(NodeSpec node, long... labels) {
    return DeviceTables.of(
        node,
        floats(model.vectors()),
        floats(model.coefficients()),
        floats(model.rho()),
        floats(model.probA()),
        floats(model.probB()),
        Tensor.of(starts, starts.length),
        Tensor.of(pairs(), 2L * count()),
        Tensor.of(labels, labels.length));
  }

  LaunchBuilder put(LaunchBuilder launch, DeviceTables tables) {
    for (int table = 0; table < TABLES; table++) {
      tables.put(launch, table);
    }
    return launch.i32(starts[classes]).i32(classes).i32(count());
  }

  private static Tensor floats(Tensor parameter) {
    float[] values = parameter.toFloats();
    return Tensor.of(values, values.length);
  }

  private int[] pairs() {
    int[] pairs = new int[2 * count()];
    int at = 0;
    for (int i = 0; i < classes; i++) {
      for (int j = i + 1; j < classes; j++) {
        pairs[at++] = i;
        pairs[at++] = j;
      }
    }
    return pairs;
  }
}
