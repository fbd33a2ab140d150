package io.pelton.cpu.vector.attention;

import io.pelton.cpu.vector.TwinBits;
import io.pelton.cpu.vector.reduce.Floats;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Attention by tiles has the bits of attention row by row. */
class TileAttentionTest {
  private static final Attention PLAIN = new Attention(Scaling.MULTIPLY, 0.1767767, false);

  private final Random random = new Random(17);

  @Test
  void anyLengths() {
    for (int round = 0; round < 40; round++) {
      int queries = 1 + random.nextInt(30);
      int keys = 1 + random.nextInt(70);
      check(PLAIN, queries, keys, 1 + random.nextInt(40), 1 + random.nextInt(70), null);
    }
  }

  @Test
  void manyKeysAndFeatures() {
    check(PLAIN, 23, 256, 32, 32, null);
    check(PLAIN, 23, 300, 17, 40, null);
    check(PLAIN, 11, 541, 300, 33, tensor(0, 2, 1, 11, 541));
    check(new Attention(Scaling.MULTIPLY, 0.2, true), 280, 280, 16, 16, null);
  }

  @Test
  void scalings() {
    for (Scaling scaling : Scaling.values()) {
      for (double scale : new double[] {3.5, -0.25, 0}) {
        for (boolean isCausal : new boolean[] {false, true}) {
          Attention op = new Attention(scaling, scale, isCausal);
          check(op, 25, 37, 16, 33, null);
          check(op, 9, 32, 16, 32, tensor(0, 1, 1, 9, 32));
        }
      }
    }
  }

  @Test
  void masksThatBroadcast() {
    check(PLAIN, 13, 21, 8, 16, tensor(0, 2, 3, 13, 21));
    check(PLAIN, 13, 21, 8, 16, tensor(0, 2, 1, 1, 21));
    check(PLAIN, 13, 21, 8, 16, tensor(0, 1, 3, 13, 1));
    check(PLAIN, 13, 21, 8, 16, tensor(0, 21));
    check(PLAIN, 13, 300, 8, 16, tensor(4, 2, 1, 1, 300));
  }

  /** Rows that are masked throughout give NaN. */
  @Test
  void minusInfinity() {
    float[] mask = new float[13 * 21];
    for (int i = 0; i < mask.length; i++) {
      mask[i] = random.nextInt(3) == 0 || i < 42 ? Float.NEGATIVE_INFINITY : 0;
    }
    check(PLAIN, 13, 21, 8, 16, Tensor.of(mask, 13, 21));
  }

  @Test
  void specialNumbers() {
    for (int round = 0; round < 20; round++) {
      TwinBits.assertSame(
          PLAIN,
          Set.of(),
          tensor(100, 1, 2, 12, 16),
          tensor(100, 1, 2, 40, 16),
          tensor(100, 1, 2, 40, 33));
    }
  }

  /** Two rows, of which six heads share three. */
  private void check(Attention op, int queries, int keys, int features, int outputs, Tensor mask) {
    int heads = mask == null ? 6 : 3;
    Tensor q = tensor(0, 2, heads, queries, features);
    Tensor k = tensor(0, 2, 3, keys, features);
    Tensor v = tensor(0, 2, 3, keys, outputs);
    if (mask == null) {
      TwinBits.assertSame(op, Set.of(), q, k, v);
    } else {
      TwinBits.assertSame(op, Set.of(), q, k, v, mask);
    }
  }

  /**
   * @param oneIn of so many elements one is special; 0 for none
   */
  private Tensor tensor(int oneIn, long... dims) {
    int count = (int) Arrays.stream(dims).reduce(1, Math::multiplyExact);
    float[] numbers = oneIn > 0 ? Floats.next(random, count, oneIn) : new float[count];
    for (int i = 0; oneIn == 0 && i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return Tensor.of(numbers, dims);
  }
}
