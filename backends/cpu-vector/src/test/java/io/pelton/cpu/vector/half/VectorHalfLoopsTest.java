package io.pelton.cpu.vector.half;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.block.HalfLoops;
import io.pelton.engine.tensor.Half;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Vectors convert every half, and floats of all kinds, to the scalar loops' bits. */
class VectorHalfLoopsTest {
  private static final HalfLoops SCALAR = HalfLoops.scalar();
  private static final HalfLoops VECTOR = new VectorHalfLoops();

  private static short[] everyHalf() {
    short[] halves = new short[0x10000];
    for (int bits = 0; bits < halves.length; bits++) {
      halves[bits] = (short) bits;
    }
    return halves;
  }

  /** Halves, ties between two of them and their neighbours, and any bits. */
  private static float[] floats() {
    float[] floats = new float[6 * 0x10000 + 5];
    Random random = new Random(4);
    int n = 0;
    for (short bits : everyHalf()) {
      float half = Half.f16ToFloat(bits);
      float tie = (half + Half.f16ToFloat((short) (bits + 1))) / 2;
      floats[n++] = half;
      floats[n++] = tie;
      floats[n++] = Math.nextUp(tie);
      floats[n++] = Math.nextDown(tie);
      floats[n++] = Float.intBitsToFloat(bits << 16 | 0x8000);
      floats[n++] = Float.intBitsToFloat(random.nextInt());
    }
    return floats;
  }

  private static int[] bits(float[] floats) {
    int[] bits = new int[floats.length];
    for (int n = 0; n < bits.length; n++) {
      bits[n] = Float.floatToRawIntBits(floats[n]);
    }
    return bits;
  }

  @Test
  void vectorsAreFoundAsAService() {
    assertThat(HalfLoops.BEST).isInstanceOf(VectorHalfLoops.class);
  }

  @Test
  void fromHalves() {
    short[] halves = everyHalf();
    for (int from : new int[] {0, 3}) {
      int count = halves.length - from;
      float[] found = new float[halves.length];
      float[] expected = new float[halves.length];
      VECTOR.fromF16(halves, from, found, from, count);
      SCALAR.fromF16(halves, from, expected, from, count);
      assertThat(bits(found)).isEqualTo(bits(expected));
      VECTOR.fromBf16(halves, from, found, from, count);
      SCALAR.fromBf16(halves, from, expected, from, count);
      assertThat(bits(found)).isEqualTo(bits(expected));
    }
  }

  @Test
  void toHalves() {
    float[] floats = floats();
    short[] found = new short[floats.length];
    short[] expected = new short[floats.length];
    VECTOR.toF16(floats, 0, found, 0, floats.length);
    SCALAR.toF16(floats, 0, expected, 0, floats.length);
    assertThat(found).isEqualTo(expected);
    VECTOR.toBf16(floats, 0, found, 0, floats.length);
    SCALAR.toBf16(floats, 0, expected, 0, floats.length);
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void rounding() {
    float[] floats = floats();
    float[] found = floats.clone();
    float[] expected = floats.clone();
    VECTOR.roundToF16(found, 1, floats.length - 1);
    SCALAR.roundToF16(expected, 1, floats.length - 1);
    assertThat(bits(found)).isEqualTo(bits(expected));
    found = Arrays.copyOf(floats, floats.length);
    expected = Arrays.copyOf(floats, floats.length);
    VECTOR.roundToBf16(found, 2, floats.length - 2);
    SCALAR.roundToBf16(expected, 2, floats.length - 2);
    assertThat(bits(found)).isEqualTo(bits(expected));
  }
}
