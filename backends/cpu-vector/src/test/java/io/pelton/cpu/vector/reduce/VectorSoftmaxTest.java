package io.pelton.cpu.vector.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Softmax by vectors gives the bits of the scalar loop. */
class VectorSoftmaxTest {
  private final Random random = new Random(11);
  private final SoftmaxLoop<float[]> vector = new VectorSoftmax();
  private final SoftmaxLoop<float[]> scalar = SoftmaxLoop.floats();

  @Test
  void runsOfAllLengths() {
    for (int length = 0; length < 100; length++) {
      for (int oneIn : new int[] {0, 0, 5, 50, 1000}) {
        check(1 + random.nextInt(20), length, oneIn);
      }
    }
  }

  @Test
  void longRuns() {
    for (int round = 0; round < 200; round++) {
      check(1 + random.nextInt(4), 300 + random.nextInt(900), random.nextInt(4) * 500);
    }
  }

  private void check(int runs, int length, int oneIn) {
    int from = random.nextInt(5);
    int to = random.nextInt(5);
    float[] x = Floats.next(random, runs * length + 5, oneIn);
    float[] found = new float[x.length];
    float[] expected = new float[x.length];
    vector.applyToAll(x, from, runs, length, found, to);
    for (int run = 0; run < runs; run++) {
      scalar.apply(x, from + run * length, length, expected, to + run * length, 1);
    }
    assertThat(Floats.bits(found)).as("%d of %d", runs, length).isEqualTo(Floats.bits(expected));
    checkInPlace(x, from, length);
    checkApart(x, from, length);
  }

  private void checkInPlace(float[] x, int from, int length) {
    float[] expected = x.clone();
    scalar.apply(x, from, length, expected, from, 1);
    float[] found = x.clone();
    vector.apply(found, from, length, found, from, 1);
    assertThat(Floats.bits(found)).isEqualTo(Floats.bits(expected));
  }

  private void checkApart(float[] x, int from, int length) {
    float[] found = new float[x.length * 3];
    float[] expected = new float[x.length * 3];
    vector.apply(x, from, length, found, 1, 3);
    scalar.apply(x, from, length, expected, 1, 3);
    assertThat(Floats.bits(found)).isEqualTo(Floats.bits(expected));
  }
}
