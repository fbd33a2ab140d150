package io.pelton.cpu.vector.norm;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.norm.RunNormLoop;
import io.pelton.cpu.kernel.reduce.FloatSum;
import io.pelton.cpu.vector.reduce.Floats;
import io.pelton.engine.tensor.DType;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Norms by vectors give the bits of the scalar loop. */
class VectorRunNormTest {
  private final Random random = new Random(5);

  @Test
  void runsOfAllLengths() {
    for (int length = 1; length < 100; length++) {
      for (int oneIn : new int[] {0, 20, 1000}) {
        check(1 + random.nextInt(20), length, oneIn);
      }
    }
  }

  @Test
  void longRuns() {
    for (int round = 0; round < 100; round++) {
      check(1 + random.nextInt(4), 300 + random.nextInt(900), random.nextInt(3) * 500);
    }
  }

  private void check(int runs, int length, int oneIn) {
    for (boolean isCentred : new boolean[] {true, false}) {
      for (DType dtype : new DType[] {DType.F32, DType.F16}) {
        check(
            VectorRunNorm.of(dtype, length, isCentred, 1e-5f),
            RunNormLoop.floats(dtype, length, isCentred, 1e-5f, FloatSum.mean(length)),
            runs,
            length,
            oneIn);
      }
    }
  }

  private void check(
      RunNormLoop<float[]> vector, RunNormLoop<float[]> scalar, int runs, int length, int oneIn) {
    int from = random.nextInt(5);
    int to = random.nextInt(5);
    float[] x = Floats.next(random, runs * length + 5, oneIn);
    float[] scale = Floats.next(random, length + 3, 0);
    float[] bias = Floats.next(random, length + 2, 0);
    for (float[] summands : new float[][] {bias, null}) {
      float[] found = new float[x.length];
      float[] expected = new float[x.length];
      vector.apply(x, from, runs, scale, 3, summands, 2, found, to);
      scalar.apply(x, from, runs, scale, 3, summands, 2, expected, to);
      assertThat(Floats.bits(found)).as("%d of %d", runs, length).isEqualTo(Floats.bits(expected));
    }
  }
}
