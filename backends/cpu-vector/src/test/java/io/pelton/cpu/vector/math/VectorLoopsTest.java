package io.pelton.cpu.vector.math;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.OpKind;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Vector loops give the bits of the scalar ones, for floats of all kinds and blocks of all lengths.
 */
class VectorLoopsTest {
  private static final float[] TURNS = {
    0,
    -0f,
    1,
    -1,
    0.55f,
    -0.55f,
    4,
    89,
    88.7f,
    -87.4f,
    -103.9f,
    -104,
    87,
    43,
    10.142f,
    10.1f,
    0.70710677f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY
  };

  static Set<OpKind> kinds() {
    return VectorLoops.UNARY.keySet();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void bitsAreThoseOfScalarLoops(OpKind kind) {
    check(VectorLoops.UNARY.get(kind), FloatingLoops.SINGLES.unary().get(kind));
  }

  @Test
  void geluIsThatOfScalarLoops() {
    check(VectorLoops.ALL.gelu(), FloatingLoops.SINGLES.gelu());
  }

  static Set<OpKind> kindsOfTwo() {
    return VectorLoops.BINARY.keySet();
  }

  @ParameterizedTest
  @MethodSource("kindsOfTwo")
  void bitsOfTwoOperandsAreThoseOfScalarLoops(OpKind kind) {
    float[] others = numbers(new Random(8), 1030);
    check(
        (x, i, y, k, count) ->
            VectorLoops.BINARY.get(kind).apply(x, i, others, count % 6, y, k, count),
        (x, i, y, k, count) ->
            FloatingLoops.SINGLES.binary().get(kind).apply(x, i, others, count % 6, y, k, count));
  }

  @Test
  void scaledNumbersAreThoseOfScalarLoops() {
    float[] numbers = numbers(new Random(9), 1030);
    check(
        (x, i, y, k, count) ->
            VectorLoops.ALL.scale().apply(x, i, numbers, count, numbers, count / 2, y, k, count),
        (x, i, y, k, count) ->
            FloatingLoops.SINGLES
                .scale()
                .apply(x, i, numbers, count, numbers, count / 2, y, k, count));
  }

  @Test
  void clipIsThatOfScalarLoops() {
    for (float[] bounds : new float[][] {{-1, 1}, {2, -2}, {Float.NaN, 0}, {0, Float.NaN}}) {
      check(
          (x, i, y, k, count) -> VectorLoops.ALL.clip().apply(x, i, bounds, y, k, count),
          (x, i, y, k, count) -> FloatingLoops.SINGLES.clip().apply(x, i, bounds, y, k, count));
    }
  }

  private static void check(Unary<float[], float[]> loop, Unary<float[], float[]> twin) {
    Random random = new Random(7);
    for (int length = 0; length < 70; length++) {
      checkBlock(loop, twin, numbers(random, length + 5), random.nextInt(5), length);
    }
    for (int block = 0; block < 200; block++) {
      checkBlock(loop, twin, numbers(random, 1024), 0, 1024);
    }
    for (int block = 0; block < 200; block++) {
      checkBlock(loop, twin, ordinaryNumbers(random, 1024), 0, 1024);
    }
  }

  /** The bits of any float, numbers about 1, and where functions turn. */
  private static float[] numbers(Random random, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] =
          switch (random.nextInt(8)) {
            case 0 -> TURNS[random.nextInt(TURNS.length)];
            case 1 -> Math.nextUp(TURNS[random.nextInt(TURNS.length)]);
            case 2, 3 -> Float.intBitsToFloat(random.nextInt());
            case 4 -> (float) (random.nextGaussian() * 40);
            default -> (float) random.nextGaussian();
          };
    }
    return numbers;
  }

  /** As far from 0 as no function turns, or up to there. */
  private static float[] ordinaryNumbers(Random random, int count) {
    float[] numbers = new float[count];
    float spread = new float[] {1, 10.1f, 43, 87}[random.nextInt(4)];
    for (int i = 0; i < count; i++) {
      numbers[i] = (random.nextFloat() * 2 - 1) * spread;
    }
    numbers[random.nextInt(count)] = random.nextBoolean() ? -0f : Float.MIN_VALUE;
    return numbers;
  }

  private static void checkBlock(
      Unary<float[], float[]> loop, Unary<float[], float[]> twin, float[] x, int from, int count) {
    int to = (from * 3) % 5;
    float[] found = new float[count + 5];
    float[] expected = new float[count + 5];
    loop.apply(x, from, found, to, count);
    twin.apply(x, from, expected, to, count);
    assertThat(bits(found)).isEqualTo(bits(expected));
    float[] inPlace = x.clone();
    loop.apply(inPlace, from, inPlace, from, count);
    System.arraycopy(expected, to, x, from, count);
    assertThat(bits(inPlace)).isEqualTo(bits(x));
  }

  /** All NaN alike. */
  private static int[] bits(float[] numbers) {
    int[] bits = new int[numbers.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToIntBits(numbers[i]);
    }
    return bits;
  }
}
