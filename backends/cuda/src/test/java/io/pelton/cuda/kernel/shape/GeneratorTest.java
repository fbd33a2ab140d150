package io.pelton.cuda.kernel.shape;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.cuda.testing.Twins;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class GeneratorTest {
  private static final NonZeroIndices NON_ZERO = new NonZeroIndices(new SymbolId("found"));

  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8"})
  void indicesAreCounted(DType dtype) {
    twins.check(new Iota(dtype, Shape.fixed(3, 300, 2), 1));
    twins.check(new Iota(dtype, Shape.fixed(700), -1));
    twins.check(new Iota(dtype, Shape.fixed(5, 4), 0));
    twins.check(new Iota(dtype, Shape.fixed(5, 0), 0));
    twins.check(new Iota(dtype, Shape.fixed(5, 4), 0), 5, 3, new Tensor[0]);
  }

  /** Ties and what lies beside them, above what a float32 can tell apart. */
  @Test
  void largeIndicesAreRoundedOnce() {
    twins.check(new Iota(DType.BF16, Shape.fixed(70_000), 0));
    twins.check(new Iota(DType.F16, Shape.fixed(70_000), 0));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "F64", "F32", "F16", "BF16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8", "BOOL"
      })
  void whereElementsAreNotZeroIsListedInOrder(DType dtype) {
    for (long seed = 0; seed < 12; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      twins.check(NON_ZERO, KernelTwins.strided(tensors, dtype, tensors.dims(4, 6)));
    }
    RandomTensors tensors = new RandomTensors(20);
    twins.check(NON_ZERO, KernelTwins.strided(tensors, dtype, 3, 33, 70));
    twins.check(NON_ZERO, tensors.packed(dtype, 2, 0, 3));
  }

  @Test
  void allOrNothingMayBeZero() {
    long[] ones = new long[3_000];
    Arrays.fill(ones, 1);
    twins.check(NON_ZERO, Tensor.of(ones, 3_000));
    twins.check(NON_ZERO, Tensor.of(ones, 1_500, 2));
    twins.check(NON_ZERO, Tensor.of(new long[3_000], 3_000));
    float[] specials = {0f, -0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY};
    twins.check(NON_ZERO, Tensor.of(specials, 5));
    Twins.check(NON_ZERO, Tensor.of(specials, 5));
    twins.check(NON_ZERO, Tensor.of(new float[] {-0f}));
    twins.check(NON_ZERO, Tensor.of(new float[] {2}));
  }

  @Test
  void countsBeyondOneScanAddUp() {
    RandomTensors tensors = new RandomTensors(21);
    twins.check(NON_ZERO, tensors.packed(DType.BOOL, 300_001));
  }
}
