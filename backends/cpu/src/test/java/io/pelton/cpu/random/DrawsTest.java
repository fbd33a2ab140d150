package io.pelton.cpu.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Draws hang together with the words that they are made of as the generators' pages say. */
class DrawsTest {
  private static final long SEED = 0x0123456789abcdefL;
  private static final long STREAM = 0x1122334455667788L;
  private static final int BLOCKS = 50;

  private final PhiloxDraws philox = new PhiloxDraws();
  private final int[] words = new int[4];

  private void block(int index) {
    Philox.fill(index, STREAM, SEED, words);
  }

  private static double fraction(int word) {
    return Integer.toUnsignedLong(word) * 0x1p-32;
  }

  private double wide(int first) {
    long bits = (Integer.toUnsignedLong(words[first + 1]) << 21) | (words[first] >>> 11);
    return bits * 0x1p-53;
  }

  @Test
  void aBlockHoldsFourUniformFloatsOrTwoDoubles() {
    philox.start(SEED, STREAM);
    for (int index = 0; index < BLOCKS; index++) {
      block(index);
      for (int word : words) {
        assertThat(philox.uniformFloat()).isEqualTo((word >>> 8) * 0x1p-24f);
      }
    }
    philox.start(SEED, STREAM);
    for (int index = 0; index < BLOCKS; index++) {
      block(index);
      assertThat(philox.uniformDouble()).isEqualTo(wide(0));
      assertThat(philox.uniformDouble()).isEqualTo(wide(2));
    }
  }

  @Test
  void aBlockHoldsFourNormalFloatsOrTwoDoubles() {
    philox.start(SEED, STREAM);
    for (int index = 0; index < BLOCKS; index++) {
      block(index);
      for (int pair = 0; pair < 4; pair += 2) {
        double length = Math.sqrt(-2 * StrictMath.log(fraction(words[pair]) + 0x1p-32));
        double angle = 2 * Math.PI * fraction(words[pair + 1]);
        assertThat(philox.normalFloat()).isEqualTo((float) (length * StrictMath.cos(angle)));
        assertThat(philox.normalFloat()).isEqualTo((float) (length * StrictMath.sin(angle)));
      }
    }
    philox.start(SEED, STREAM);
    for (int index = 0; index < BLOCKS; index++) {
      block(index);
      double length = Math.sqrt(-2 * StrictMath.log(wide(0) + 0x1p-53));
      double angle = 2 * Math.PI * wide(2);
      assertThat(philox.normalDouble()).isEqualTo(length * StrictMath.cos(angle));
      assertThat(philox.normalDouble()).isEqualTo(length * StrictMath.sin(angle));
    }
  }

  @Test
  void aStartForgetsWhatWasLeftOfAPair() {
    for (Draws draws : new Draws[] {philox, new OnnxRuntimeDraws()}) {
      draws.start(SEED, STREAM);
      float first = draws.normalFloat();
      draws.start(SEED, STREAM);
      assertThat(draws.normalFloat()).isEqualTo(first);
      assertThat(draws.normalFloat()).isNotEqualTo(first);
    }
  }

  @Test
  void theEngineMultipliesBySixteenThousandEightHundredAndSeven() {
    OnnxRuntimeDraws draws = new OnnxRuntimeDraws();
    draws.start(1, 0);
    float draw = 0;
    for (int i = 0; i < 10_000; i++) {
      draw = draws.uniformFloat();
    }
    // the ten thousandth number from 1, by which implementations are checked, is 1043618065
    assertThat(draw).isEqualTo((float) (1043618064 * 0x1p-31));
  }

  @Test
  void seedsThatTheEngineCanNotStartFromCountAsOne() {
    float[] firsts = new float[4];
    long[] seeds = {0, 1, Integer.MAX_VALUE, 2L * Integer.MAX_VALUE};
    for (int i = 0; i < seeds.length; i++) {
      OnnxRuntimeDraws draws = new OnnxRuntimeDraws();
      draws.start(seeds[i], 0);
      firsts[i] = draws.uniformFloat();
    }
    float[] expected = new float[4];
    Arrays.fill(expected, firsts[1]);
    assertThat(firsts).containsExactly(expected);
  }
}
