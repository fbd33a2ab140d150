package io.pelton.cuda.kernel.tabular;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.PostTransform;
import io.pelton.engine.graph.ScoringOp.LinearClassifier;
import io.pelton.engine.graph.ScoringOp.LinearRegressor;
import io.pelton.engine.graph.ScoringOp.SvmClassifier;
import io.pelton.engine.graph.ScoringOp.SvmRegressor;
import io.pelton.engine.graph.SupportVectors;
import io.pelton.engine.graph.SupportVectors.Kernel;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class ModelTwinsTest {
  private static final int FEATURES = 4;
  private static final List<DType> NUMBERS = List.of(DType.F32, DType.F64, DType.I64, DType.I32);
  private static final Tensor NONE = Tensor.of(new float[0], 0);

  private final Random random = new Random(11);

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void linearRegressors(PostTransform post) {
    for (int targets = 1; targets < 4; targets++) {
      Tensor intercepts = targets == 2 ? NONE : numbers(targets);
      LinearRegressor op = new LinearRegressor(numbers(targets, FEATURES), intercepts, post);
      for (DType dtype : NUMBERS) {
        Twins.check(op, rows(dtype, 300, FEATURES));
        Twins.check(op, rows(dtype, FEATURES + 1));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void linearClassifiers(PostTransform post) {
    for (int outputs = 1; outputs < 4; outputs++) {
      for (int labels : outputs == 1 ? new int[] {1, 2, 3} : new int[] {outputs}) {
        LinearClassifier op =
            new LinearClassifier(
                numbers(outputs, FEATURES), numbers(outputs), labels(labels), post, false);
        Twins.check(op, rows(DType.F32, 300, FEATURES));
        Twins.check(op, rows(DType.I64, 1, FEATURES));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void svmRegressors(Kernel kernel) {
    for (int degree = 1; degree < 5; degree++) {
      SupportVectors vectors =
          new SupportVectors(
              kernel,
              0.3f,
              0.2f,
              degree + (degree == 4 ? 0.5f : 0),
              numbers(37, FEATURES),
              numbers(37),
              numbers(1),
              List.of(),
              NONE,
              NONE);
      for (DType dtype : NUMBERS) {
        Twins.check(
            new SvmRegressor(vectors, degree == 2, PostTransform.NONE), rows(dtype, 70, FEATURES));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void svmsWithoutVectors(PostTransform post) {
    for (int classes = 1; classes < 4; classes++) {
      for (boolean isPositive : new boolean[] {false, true}) {
        float[] weights = numbers(classes, FEATURES).toFloats();
        for (int i = 0; i < weights.length; i++) {
          weights[i] = isPositive ? Math.abs(weights[i]) / 8 : weights[i];
        }
        SupportVectors vectors = weights(Tensor.of(weights, weights.length));
        Twins.check(
            new SvmClassifier(vectors, labels(classes), post), rows(DType.F32, 40, FEATURES));
      }
    }
    Twins.check(
        new SvmRegressor(weights(numbers(FEATURES)), false, post), rows(DType.F64, 3, FEATURES));
  }

  private SupportVectors weights(Tensor weights) {
    return new SupportVectors(
        Kernel.LINEAR,
        0,
        0,
        0,
        Tensor.of(new float[0], 0, FEATURES),
        weights,
        numbers(1),
        List.of(),
        NONE,
        NONE);
  }

  @ParameterizedTest
  @EnumSource(PostTransform.class)
  void svmClassifiers(PostTransform post) {
    for (Kernel kernel : Kernel.values()) {
      for (int classes = 2; classes < 5; classes++) {
        for (boolean hasProbabilities : new boolean[] {false, true}) {
          SvmClassifier op =
              new SvmClassifier(
                  vectors(kernel, classes, 7, hasProbabilities), labels(classes), post);
          Twins.check(op, rows(NUMBERS.get(classes % 4), 35, FEATURES));
        }
      }
    }
    SupportVectors many = vectors(Kernel.RBF, 3, 150, true);
    Twins.check(new SvmClassifier(many, labels(3), post), rows(DType.F32, 33, FEATURES));
  }

  @Test
  void activeRowsOnly() {
    KernelTwins kernels = new KernelTwins(Cuda.device());
    SvmClassifier svm =
        new SvmClassifier(vectors(Kernel.RBF, 3, 7, true), labels(3), PostTransform.NONE);
    LinearClassifier linear =
        new LinearClassifier(
            numbers(3, FEATURES), numbers(3), labels(3), PostTransform.SOFTMAX, false);
    for (int rows : new int[] {0, 1, 20, 37}) {
      kernels.check(svm, 37, rows, rows(DType.F32, 37, FEATURES));
      kernels.check(linear, 37, rows, rows(DType.F32, 37, FEATURES));
    }
  }

  private SupportVectors vectors(
      Kernel kernel, int classes, int perClass, boolean hasProbabilities) {
    int count = classes * perClass;
    int pairs = classes * (classes - 1) / 2;
    return new SupportVectors(
        kernel,
        0.3f,
        0.2f,
        3,
        numbers(count, FEATURES),
        numbers(classes - 1, count),
        numbers(pairs),
        Collections.nCopies(classes, perClass),
        hasProbabilities ? numbers(pairs) : NONE,
        hasProbabilities ? numbers(pairs) : NONE);
  }

  private Tensor labels(int count) {
    return Tensor.of(random.longs(count).toArray(), count);
  }

  private Tensor numbers(long... dims) {
    return Cpu.evaluate(new Cast(DType.F32), doubles(dims));
  }

  private Tensor doubles(long... dims) {
    long count = 1;
    for (long dim : dims) {
      count *= dim;
    }
    return Tensor.of(random.doubles(count, -2, 2).toArray(), dims);
  }

  /** Some of them are no numbers. */
  private Tensor rows(DType dtype, long... dims) {
    double[] data = doubles(dims).toDoubles();
    data[data.length / 2] = Double.NaN;
    data[data.length - 1] = 1e30;
    return Cpu.evaluate(new Cast(dtype), Tensor.of(data, dims));
  }
}
