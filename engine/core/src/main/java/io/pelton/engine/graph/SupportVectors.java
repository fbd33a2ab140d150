package io.pelton.engine.graph;

import io.pelton.engine.tensor.Tensor;
import java.util.List;

/**
 * The parameters that SVMClassifier and SVMRegressor of ai.onnx.ml share.
 *
 * @param kernel how two vectors are compared
 * @param gamma of the kernel
 * @param coef0 of the kernel
 * @param degree of the polynomial kernel
 * @param vectors F32 [vectors, features]; [0, features] for a linear model
 * @param coefficients F32; [classes - 1, vectors] of a classifier, [vectors] of a regressor, or the
 *     weights [classes, features] of a linear model
 * @param rho F32; one per pair of classes; of linear models and regressors only the first counts
 * @param vectorsPerClass how many vectors belong to each class, in order; empty for linear models
 * @param probA F32; Platt scaling, one per pair of classes, or empty
 * @param probB F32; as {@code probA}
 */
public record SupportVectors(
    Kernel kernel,
    float gamma,
    float coef0,
    float degree,
    Tensor vectors,
    Tensor coefficients,
    Tensor rho,
    List<Integer> vectorsPerClass,
    Tensor probA,
    Tensor probB) {
  /** Kernel functions k(u, v). */
  public enum Kernel {
    /** u·v. */
    LINEAR,
    /** (gamma u·v + coef0) ^ degree. */
    POLY,
    /** exp(-gamma |u - v|²). */
    RBF,
    /** tanh(gamma u·v + coef0). */
    SIGMOID
  }

  public SupportVectors {
    vectorsPerClass = List.copyOf(vectorsPerClass);
  }

  /** True when there are no support vectors and the coefficients are weights of features. */
  public boolean isLinear() {
    return vectors.layout().dim(0) == 0;
  }

  public int features() {
    return Math.toIntExact(vectors.layout().dim(1));
  }

  public boolean hasProbabilities() {
    return probA.layout().elements() > 0;
  }

  /**
   * Columns of a classifier's scores: one per class with probabilities or without support vectors,
   * else one per pair of classes, but two for a single pair.
   */
  public int scores(int classes) {
    if (isLinear() || hasProbabilities() || classes == 2) {
      return classes;
    }
    return classes * (classes - 1) / 2;
  }
}
