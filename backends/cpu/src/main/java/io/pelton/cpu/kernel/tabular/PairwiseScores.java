package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.kernel.score.FeatureRows;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.SupportVectors;
import java.util.Arrays;

/**
 * One score for every pair of classes (i, j), i before j, as libsvm orders them; a score above 0 is
 * a vote for i. Used by one thread at a time.
 */
final class PairwiseScores {
  private final VectorKernel kernel;
  private final float[] vectors;
  private final float[] coefficients;
  private final float[] rho;
  private final int features;
  private final int classes;

  /** Where the vectors of each class start; one more for the end. */
  private final int[] starts;

  private final float[] likeness;
  private final float[] scores;
  private final int[] votes;

  private PairwiseScores(SupportVectors model, int[] starts) {
    this.kernel = VectorKernel.of(model);
    this.vectors = model.vectors().toFloats();
    this.coefficients = model.coefficients().toFloats();
    this.rho = model.rho().toFloats();
    this.features = model.features();
    this.classes = starts.length - 1;
    this.starts = starts;
    this.likeness = new float[starts[classes]];
    this.scores = new float[classes * (classes - 1) / 2];
    this.votes = new int[classes];
  }

  static PairwiseScores of(Inference inference, SupportVectors model, int classes) {
    inference.check(classes > 1, "should have at least two labels but has " + classes);
    inference.check(
        model.vectorsPerClass().size() == classes,
        "has vectors of " + model.vectorsPerClass().size() + " classes for " + classes + " labels");
    int[] starts = new int[classes + 1];
    for (int i = 0; i < classes; i++) {
      starts[i + 1] = starts[i] + model.vectorsPerClass().get(i);
    }
    long vectors = model.vectors().layout().dim(0);
    inference.check(
        starts[classes] == vectors,
        "has " + vectors + " support vectors but counts " + starts[classes] + " by class");
    long coefficients = model.coefficients().layout().elements();
    inference.check(
        coefficients == (classes - 1) * vectors,
        "should have " + (classes - 1) * vectors + " coefficients but has " + coefficients);
    int pairs = classes * (classes - 1) / 2;
    inference.check(
        model.rho().layout().elements() >= pairs,
        "should have " + pairs + " rho but has " + model.rho().layout().elements());
    return new PairwiseScores(model, starts);
  }

  int pairs() {
    return scores.length;
  }

  /** The scores of a row; valid until the next call. */
  float[] score(FeatureRows rows, int row) {
    rows.read(row);
    for (int i = 0; i < likeness.length; i++) {
      likeness[i] = kernel.compare(rows.array(), rows.at(), vectors, i * features, features);
    }
    Arrays.fill(votes, 0);
    int pair = 0;
    for (int i = 0; i < classes; i++) {
      for (int j = i + 1; j < classes; j++) {
        double sum = add(add(0, j - 1, i), i, j) + rho[pair];
        scores[pair++] = (float) sum;
        votes[sum > 0 ? i : j]++;
      }
    }
    return scores;
  }

  /** Adds the vectors of one class, weighted by one row of coefficients. */
  private double add(double start, int coefficientRow, int ofClass) {
    double sum = start;
    int from = coefficientRow * likeness.length;
    for (int i = starts[ofClass]; i < starts[ofClass + 1]; i++) {
      sum += coefficients[from + i] * likeness[i];
    }
    return sum;
  }

  /** The class with most votes in the row that was scored, the first of equal ones. */
  int winner() {
    int best = 0;
    for (int i = 1; i < classes; i++) {
      if (votes[i] > votes[best]) {
        best = i;
      }
    }
    return best;
  }
}
