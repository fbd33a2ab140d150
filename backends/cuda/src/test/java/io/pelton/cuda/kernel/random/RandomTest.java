package io.pelton.cuda.kernel.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp.Bernoulli;
import io.pelton.engine.graph.RandomOp.Dropout;
import io.pelton.engine.graph.RandomOp.Multinomial;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RngOptions.Generator;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class RandomTest {
  private static final RandomKey KEY = RandomKey.of("node");
  private static final Tensor TRAINS = Tensor.wrap(DType.BOOL, new byte[] {1});

  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  /** Every generator, with seeds of both signs. */
  private static List<RngOptions> options() {
    return Arrays.stream(Generator.values())
        .flatMap(
            generator ->
                Stream.of(0L, 77L, -1L, Long.MIN_VALUE)
                    .map(seed -> new RngOptions(seed, generator)))
        .toList();
  }

  private static Tensor shape(long... dims) {
    return Tensor.of(dims, dims.length);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void drawsHaveTheSameBits(DType dtype) {
    for (RngOptions rng : options()) {
      Twins.checkDraws(rng, new Uniform(KEY, dtype, -1.1, 2.7), shape(37, 19));
      Twins.checkDraws(rng, new Normal(KEY, dtype, 0.1, 2.3), shape(37, 19));
    }
    Twins.check(new Normal(KEY.withSeed(3), dtype, 0, 1), shape(5));
    Twins.check(new Uniform(KEY.withSeed(3), dtype, 0, 1), shape(0));
    Twins.check(new Uniform(KEY, dtype, 0, 1), shape());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void fewerRowsDrawTheSame(DType dtype) {
    Normal normal = new Normal(KEY, dtype, 0, 1);
    Uniform uniform = new Uniform(KEY, dtype, 0, 1);
    for (int active : new int[] {0, 1, 13, 40}) {
      twins.check(normal, 40, active, shape(40, 7));
      twins.check(uniform, 40, active, shape(40, 7));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void probabilitiesAreMet(DType dtype) {
    RandomTensors tensors = new RandomTensors(1);
    Tensor probabilities = tensors.packed(dtype, 40, 9);
    for (RngOptions rng : options()) {
      Twins.checkDraws(rng, new Bernoulli(KEY), probabilities);
    }
    twins.check(new Bernoulli(KEY), 40, 17, probabilities);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void elementsAreDroppedInTraining(DType dtype) {
    RandomTensors tensors = new RandomTensors(2);
    Tensor data = tensors.packed(dtype, 40, 9);
    Tensor ratio = Tensor.of(new float[] {0.3f});
    for (RngOptions rng : options()) {
      Twins.checkDraws(rng, new Dropout(KEY), data, ratio, TRAINS);
    }
    Tensor serves = Tensor.wrap(DType.BOOL, new byte[] {0});
    Twins.check(new Dropout(KEY), data, ratio, serves);
    Twins.check(new Dropout(KEY), data, Tensor.of(new float[] {7}), serves);
    Twins.check(new Dropout(KEY), data, Tensor.of(new float[] {0}), TRAINS);
    twins.check(new Dropout(KEY), 40, 17, data, ratio, TRAINS);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void classesArePicked(DType dtype) {
    RandomTensors tensors = new RandomTensors(3);
    for (RngOptions rng : options()) {
      Twins.checkDraws(rng, new Multinomial(KEY, 11, DType.I64), tensors.packed(dtype, 23, 9));
    }
    Twins.check(new Multinomial(KEY, 300, DType.I32), tensors.packed(dtype, 3, 700));
    twins.check(new Multinomial(KEY, 5, DType.I32), 23, 8, tensors.packed(dtype, 23, 9));
    Twins.check(new Multinomial(KEY, 2, DType.I32), tensors.packed(dtype, 0, 4));
  }

  @Test
  void whatCanNotBeDrawnIsRefused() {
    Tensor data = Tensor.of(new float[4], 4);
    for (float ratio : new float[] {1, -0.5f, Float.NaN}) {
      Tensor given = Tensor.of(new float[] {ratio});
      assertThatThrownBy(() -> Twins.onDevice(new Dropout(KEY), data, given, TRAINS))
          .isInstanceOf(InvalidValue.class)
          .hasMessage(
              "Node 'node' (Dropout): the ratio should be from 0 to before 1 but is " + ratio);
    }
    float none = Float.NEGATIVE_INFINITY;
    Tensor logarithms = Tensor.of(new float[] {0, 1, none, Float.NaN, none, none}, 3, 2);
    assertThatThrownBy(() -> Twins.onDevice(new Multinomial(KEY, 3, DType.I32), logarithms))
        .isInstanceOfSatisfying(InvalidValue.class, e -> assertThat(e.row()).isEqualTo(1))
        .hasMessageEndingWith("no class has a finite logarithm of its probability");
  }
}
