package io.pelton.cpu.vector.quantize;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.QuantizeOp.DynamicQuantize;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Dynamic quantization by vectors has the bits of the scalar one. */
class DynamicQuantizeVectorTest {
  private final RandomTensors tensors = new RandomTensors(9);
  private final Random random = tensors.random();

  private static void check(Tensor x) {
    TwinBits.assertSame(new DynamicQuantize(false), Set.of(), x);
    TwinBits.assertSame(new DynamicQuantize(true), Set.of(), x);
  }

  @Test
  void allLengthsWithNanInfinitiesAndDenormals() {
    for (int length = 1; length < 80; length++) {
      check(tensors.next(DType.F32, 1 + random.nextInt(4), length));
    }
    check(tensors.next(DType.F32, 3, 2500));
  }

  /** Range, shift and step are such that many elements lie half way between two integers. */
  @Test
  void ties() {
    for (int lowest = -255; lowest <= 0; lowest += 5) {
      float[] numbers = new float[1 + 2 * 255];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = lowest + i / 2f;
      }
      check(Tensor.of(numbers, 1, numbers.length));
    }
  }

  /** Many quotients, close to ties and not. */
  @Test
  void quotientsOfAllScales() {
    for (int round = 0; round < 100; round++) {
      double scale = Math.exp(random.nextGaussian() * 20);
      float[] numbers = new float[1500];
      for (int i = 0; i < numbers.length; i++) {
        double steps = random.nextInt(256) + (random.nextInt(3) - 1) * 0.5;
        double error = random.nextInt(2) * random.nextGaussian() * 1e-6;
        numbers[i] = (float) (scale * (steps * (1 + error) - 100));
      }
      check(Tensor.of(numbers, 1, numbers.length));
    }
  }

  @Test
  void oneValue() {
    for (float value :
        new float[] {0, -0f, 1, -1, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE}) {
      float[] numbers = new float[37];
      Arrays.fill(numbers, value);
      check(Tensor.of(numbers, 1, numbers.length));
    }
  }
}
