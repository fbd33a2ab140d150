package io.pelton.examples.training;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/**
 * Trains the booster on the rows that are not held out: single threaded and without sampling, so
 * that a run repeats bit by bit on one machine.
 */
final class BoosterTraining {
  static final int TREES = 150;
  private static final int DEPTH = 6;
  private static final float LEARNING_RATE = 0.1f;

  private BoosterTraining() {}

  /**
   * What training leaves behind once the native booster is gone.
   *
   * @param probabilities the booster's own P(income &gt;50K) of every row of the table
   */
  record Outcome(Forest forest, float[] probabilities) {}

  static Outcome train(AdultTable table, FeatureEncoder encoder, long seed)
      throws IOException, XGBoostError {
    DMatrix training = matrix(table, encoder, table.rowsWhereHeldOut(false));
    try {
      Booster booster = XGBoost.train(training, parameters(seed), TREES, Map.of(), null, null);
      try {
        Forest forest = ForestReader.read(booster.toByteArray("json"));
        return new Outcome(forest, predict(booster, table, encoder));
      } finally {
        booster.dispose();
      }
    } finally {
      training.dispose();
    }
  }

  private static Map<String, Object> parameters(long seed) {
    Map<String, Object> parameters = new TreeMap<>();
    parameters.put("objective", "binary:logistic");
    parameters.put("tree_method", "hist");
    parameters.put("max_depth", DEPTH);
    parameters.put("eta", LEARNING_RATE);
    parameters.put("seed", seed);
    parameters.put("nthread", 1);
    return parameters;
  }

  private static float[] predict(Booster booster, AdultTable table, FeatureEncoder encoder)
      throws XGBoostError {
    DMatrix all = matrix(table, encoder, IntStream.range(0, table.rows()).toArray());
    try {
      float[][] predicted = booster.predict(all);
      float[] probabilities = new float[predicted.length];
      for (int row = 0; row < predicted.length; row++) {
        probabilities[row] = predicted[row][0];
      }
      return probabilities;
    } finally {
      all.dispose();
    }
  }

  private static DMatrix matrix(AdultTable table, FeatureEncoder encoder, int[] rows)
      throws XGBoostError {
    float[] labels = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = table.isHighIncome(rows[i]) ? 1f : 0f;
    }
    DMatrix matrix =
        new DMatrix(encoder.encode(table, rows), rows.length, encoder.width(), Float.NaN);
    matrix.setLabel(labels);
    return matrix;
  }
}
