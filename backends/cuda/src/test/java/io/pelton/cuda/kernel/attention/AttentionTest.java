package io.pelton.cuda.kernel.attention;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.AttentionOp.Scaling;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class AttentionTest {
  private static final List<Scaling> SCALINGS = List.of(Scaling.values());

  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void headsShareKeysAndMasksBroadcast(DType dtype) {
    for (long seed = 0; seed < 12; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int batch = 1 + random.nextInt(2);
      int groups = 1 + random.nextInt(2);
      int heads = groups * (1 + random.nextInt(2));
      int queries = random.nextInt(20);
      int keys = random.nextInt(seed % 3 == 0 ? 150 : 10);
      int features = random.nextInt(20);
      int outputs = random.nextInt(seed % 3 == 1 ? 80 : 6);
      Attention op =
          new Attention(
              SCALINGS.get(random.nextInt(3)), .3 + random.nextInt(3), random.nextBoolean());
      Tensor q = next(tensors, dtype, batch, heads, queries, features);
      Tensor k = next(tensors, dtype, 1, groups, keys, features);
      Tensor v = next(tensors, dtype, batch, groups, keys, outputs);
      twins.check(op, q, k, v);
      long[] mask = tensors.broadcastable(batch, heads, queries, keys);
      twins.check(op, q, k, v, next(tensors, dtype, mask));
    }
  }

  /** Scores that do not fit in shared memory are computed anew. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16"})
  void rowsOfScoresMayBeLong(DType dtype) {
    RandomTensors tensors = new RandomTensors(5);
    for (int queries : new int[] {1, 18}) {
      for (int keys : new int[] {193, 390, 1601}) {
        twins.check(
            new Attention(Scaling.MULTIPLY, .125, queries > 1),
            next(tensors, dtype, 1, 2, queries, 7),
            next(tensors, dtype, 1, 1, keys, 7),
            next(tensors, dtype, 1, 1, keys, 66));
      }
    }
  }

  /** What a query must not see is negative infinity, also for all keys of a padded query. */
  @Test
  void maskedKeysWeighNothing() {
    RandomTensors tensors = new RandomTensors(6);
    float[] mask = new float[5 * 70];
    for (int query = 0; query < 5; query++) {
      for (int key = 17 * query; key < 70; key++) {
        mask[query * 70 + key] = Float.NEGATIVE_INFINITY;
      }
    }
    twins.check(
        new Attention(Scaling.DIVIDE, 2, false),
        finite(tensors, 2, 1, 5, 3),
        finite(tensors, 2, 1, 70, 3),
        finite(tensors, 2, 1, 70, 9),
        Tensor.of(mask, 5, 70));
  }

  private static Tensor finite(RandomTensors tensors, long... dims) {
    float[] values = new float[(int) Layout.elements(dims)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) tensors.random().nextGaussian();
    }
    return new Tensor(HeapStorage.wrap(DType.F32, values), Layout.contiguous(dims));
  }

  @Test
  void activeRowsAreComputedAndNoOthers() {
    RandomTensors tensors = new RandomTensors(8);
    Attention op = new Attention(Scaling.MULTIPLY, .5, true);
    for (int rows : new int[] {0, 1, 4, 5}) {
      twins.check(
          op,
          5,
          rows,
          next(tensors, DType.F32, 5, 2, 3, 4),
          next(tensors, DType.F32, 5, 2, 6, 4),
          next(tensors, DType.F32, 5, 2, 6, 4));
    }
  }

  private static Tensor next(RandomTensors tensors, DType dtype, long... dims) {
    return KernelTwins.strided(tensors, dtype, dims);
  }
}
