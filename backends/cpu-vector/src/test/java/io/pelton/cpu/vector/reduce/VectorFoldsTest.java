package io.pelton.cpu.vector.reduce;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Extremes, their places and the first elements of an order have the bits of the scalar loops. */
class VectorFoldsTest {
  private static final int ROUNDS = 60;
  private static final List<OpKind> EXTREMES = List.of(OpKind.REDUCE_MAX, OpKind.REDUCE_MIN);

  private final Random random = new Random(8);

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void extremes(DType dtype) {
    for (int round = 0; round < ROUNDS; round++) {
      Op op = new Reduce(EXTREMES.get(round % 2), random.nextBoolean(), false);
      Tensor axes = Tensor.of(new long[] {random.nextInt(3)}, 1);
      TwinBits.assertSame(op, Set.of(1), tensor(dtype), axes);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void placesOfTheLargest(DType dtype) {
    for (int round = 0; round < ROUNDS; round++) {
      Op op = new ArgMax(random.nextInt(3), false, random.nextBoolean());
      TwinBits.assertSame(op, Set.of(), tensor(dtype));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"F32", "F16", "BF16"})
  void firstOfAnOrder(DType dtype) {
    for (int round = 0; round < ROUNDS; round++) {
      Tensor x = tensor(dtype);
      int axis = random.nextInt(3);
      int most = Math.min(40, (int) x.dims()[axis]);
      Op op = new TopK(axis, random.nextBoolean(), random.nextBoolean());
      Tensor count = Tensor.of(new long[] {1 + random.nextInt(most)}, 1);
      TwinBits.assertSame(op, Set.of(1), x, count);
    }
  }

  /** Numbers are special often, or now and then; in every third tensor, many are equal. */
  private Tensor tensor(DType dtype) {
    long[] dims = new long[3];
    for (int axis = 0; axis < dims.length; axis++) {
      dims[axis] = 1L + random.nextInt(4);
    }
    dims[random.nextInt(3)] = 1L + random.nextInt(random.nextInt(3) == 0 ? 3000 : 150);
    int count = (int) (dims[0] * dims[1] * dims[2]);
    float[] numbers = Floats.next(random, count, List.of(0, 3, 50).get(random.nextInt(3)));
    if (random.nextInt(3) == 0) {
      for (int i = 0; i < count; i++) {
        numbers[i] = Math.round(numbers[i] / 16);
      }
    }
    Tensor tensor = Tensor.of(numbers, dims);
    return dtype == DType.F32 ? tensor : Cpu.evaluate(new Cast(dtype), tensor);
  }
}
