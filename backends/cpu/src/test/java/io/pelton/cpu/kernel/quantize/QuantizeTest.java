package io.pelton.cpu.kernel.quantize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.Numbers;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QuantizeTest {
  private static final int SEEDS = 40;
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  /** Operands of a random tensor: x, scale, zero point; and where their parameters lie. */
  private record Case(Tensor x, Tensor scale, Tensor zero, int axis, int channels, int inner) {
    static Case of(RandomTensors tensors, DType x, DType scale, DType integer) {
      Random random = tensors.random();
      long[] dims = {random.nextInt(4), 1 + random.nextInt(3), 1 + random.nextInt(4)};
      int axis = random.nextInt(3);
      boolean isPerAxis = random.nextBoolean();
      int channels = isPerAxis ? (int) dims[axis] : 1;
      long[] own = isPerAxis || random.nextBoolean() ? new long[] {channels} : new long[0];
      int inner = axis == 2 ? 1 : axis == 1 ? (int) dims[2] : (int) (dims[1] * dims[2]);
      boolean hasZero = integer != DType.I32 && random.nextInt(3) > 0;
      return new Case(
          x.isFloat() ? Decomposed.numbers(tensors, x, dims) : tensors.next(x, dims),
          Decomposed.numbers(tensors, scale, own),
          hasZero ? tensors.next(integer, own) : null,
          random.nextBoolean() ? axis : axis - 3,
          channels,
          inner);
    }

    int parameter(int element) {
      return channels == 1 ? 0 : element / inner % channels;
    }

    long zero(int element) {
      return zero == null ? 0 : zero.toLongs()[parameter(element)];
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "U8", "I16", "U16"})
  void quantizeRoundsToEvenAndSaturates(DType to) {
    for (long seed = 0; seed < SEEDS; seed++) {
      DType from = FLOATS.get((int) seed % 4);
      Case random = Case.of(new RandomTensors(seed), from, from, to);
      Tensor found =
          Cpu.evaluate(new Quantize(random.axis, to), random.x, random.scale, random.zero);
      double[] x = random.x.toDoubles();
      double[] scale = random.scale.toDoubles();
      for (int i = 0; i < x.length; i++) {
        double divisor = scale[random.parameter(i)];
        double ratio = from == DType.F64 ? x[i] / divisor : (float) x[i] / (float) divisor;
        assertThat(found.toLongs()[i])
            .as("seed %d, element %d: %s", seed, i, ratio)
            .isEqualTo(saturated(to, ratio, random.zero(i)));
      }
    }
  }

  private static long saturated(DType to, double ratio, long zero) {
    long min = to.kind() == DType.Kind.SIGNED ? -(1L << (to.bits() - 1)) : 0;
    long max = min + (1L << to.bits()) - 1;
    if (!Double.isFinite(ratio)) {
      return ratio > 0 ? max : min;
    }
    BigDecimal rounded = new BigDecimal(ratio).setScale(0, RoundingMode.HALF_EVEN);
    BigDecimal sum = rounded.add(BigDecimal.valueOf(zero));
    return sum.max(BigDecimal.valueOf(min)).min(BigDecimal.valueOf(max)).longValueExact();
  }

  @ParameterizedTest
  @EnumSource(names = {"I8", "U8", "I16", "U16", "I32"})
  void dequantizeScalesTheExactDifference(DType from) {
    for (long seed = 0; seed < SEEDS; seed++) {
      DType to = FLOATS.get((int) seed % 4);
      Case random = Case.of(new RandomTensors(seed), from, to, from);
      Tensor found = Cpu.evaluate(new Dequantize(random.axis), random.x, random.scale, random.zero);
      assertThat(found.dtype()).isEqualTo(to);
      long[] x = random.x.toLongs();
      double[] scale = random.scale.toDoubles();
      for (int i = 0; i < x.length; i++) {
        long difference = x[i] - random.zero(i);
        double factor = scale[random.parameter(i)];
        double expected =
            to == DType.F64 ? difference * factor : (float) difference * (float) factor;
        assertThat(found.toDoubles()[i])
            .as("seed %d, element %d", seed, i)
            .isEqualTo((Double) Numbers.round(to, expected));
      }
    }
  }

  /** The example of ai.onnx. */
  @Test
  void dynamicQuantizeChoosesScaleAndZeroPoint() {
    Tensor x = Tensor.of(new float[] {0, 2, -3, -2.5f, 1.34f, 0.5f}, 6);
    Value[] found = Nodes.evaluate(new DynamicQuantize(false), x);
    assertThat(((Tensor) found[0]).toLongs()).containsExactly(153, 255, 0, 26, 221, 179);
    assertThat(((Tensor) found[1]).toFloats()).containsExactly(0.019607844f);
    assertThat(((Tensor) found[2]).toLongs()).containsExactly(153);
  }

  @Test
  void dynamicQuantizeByRowIsThatOfEachRow() {
    RandomTensors tensors = new RandomTensors(7);
    Tensor x = tensors.next(DType.F32, 5, 9);
    Value[] all = Nodes.evaluate(new DynamicQuantize(true), x);
    assertThat(((Tensor) all[1]).dims()).containsExactly(5, 1);
    for (int row = 0; row < 5; row++) {
      Tensor own = new Tensor(x.storage(), x.layout().slice(0, row, 1, 1));
      Value[] single = Nodes.evaluate(new DynamicQuantize(false), own);
      for (int slot = 0; slot < 3; slot++) {
        Tensor output = (Tensor) all[slot];
        Tensor part = new Tensor(output.storage(), output.layout().slice(0, row, 1, 1));
        assertThat(Cpu.elements(part)).isEqualTo(Cpu.elements((Tensor) single[slot]));
      }
    }
  }

  @Test
  void zerosAndNothingHaveScaleOne() {
    for (int length : new int[] {0, 3}) {
      Value[] found =
          Nodes.evaluate(new DynamicQuantize(false), Tensor.of(new float[length], length));
      assertThat(((Tensor) found[1]).toFloats()).containsExactly(1);
      assertThat(((Tensor) found[2]).toLongs()).containsExactly(0);
      assertThat(((Tensor) found[0]).toLongs()).containsOnly(new long[length]);
    }
  }

  @Test
  void rowsDoNotDependOnTheirBatch() {
    RandomTensors tensors = new RandomTensors(2);
    Tensor x = tensors.next(DType.F32, 16, 3, 5);
    Tensor scale = tensors.next(DType.F32, 3);
    Quantize quantize = new Quantize(1, DType.I8);
    Tensor[] operands = {x, scale, tensors.next(DType.I8, 3)};
    RowChecks.assertSameBits(quantize, Set.of(0), operands);
    RowChecks.assertNoAllocation(quantize, Set.of(0), operands);
    Tensor[] integers = {tensors.next(DType.U8, 16, 3, 5), scale, tensors.next(DType.U8, 3)};
    RowChecks.assertSameBits(new Dequantize(1), Set.of(0), integers);
    RowChecks.assertNoAllocation(new Dequantize(1), Set.of(0), integers);
  }

  @Test
  void parametersThatDoNotFitAreRefused() {
    Tensor x = Tensor.of(new float[6], 2, 3);
    Tensor scale = Tensor.of(new float[] {1, 2}, 2);
    assertThatThrownBy(() -> Cpu.evaluate(new Quantize(1, DType.I8), x, scale))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("the scale should be [3] but is [2]");
    assertThatThrownBy(() -> Cpu.evaluate(new Quantize(1, DType.I32), x, scale))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("does not quantize to I32");
  }
}
