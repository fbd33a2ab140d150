package io.pelton.cpu.vector.quantize;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.vector.TwinBits;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Products of bytes by panels have the bits of products by rows, whatever lengths and dtypes. */
class ByteProductTest {
  private static final List<DType> BYTES = List.of(DType.I8, DType.U8);
  private static final int[] ROWS = {1, 2, 5, 9, 10, 11, 37, 123};

  private final RandomTensors tensors = new RandomTensors(5);
  private final Random random = tensors.random();

  private DType bytes() {
    return BYTES.get(random.nextInt(2));
  }

  private Set<Integer> constants() {
    return random.nextBoolean() ? Set.of(1) : Set.of();
  }

  private Tensor zero(DType dtype, int channels) {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> tensors.next(dtype);
      case 2 -> tensors.next(dtype, 1);
      default -> tensors.next(dtype, channels);
    };
  }

  private static Tensor filled(DType dtype, int value, int... dims) {
    byte[] bytes = new byte[Arrays.stream(dims).reduce(1, Math::multiplyExact)];
    Arrays.fill(bytes, (byte) value);
    return Tensor.wrap(dtype, bytes, Arrays.stream(dims).asLongStream().toArray());
  }

  @Test
  void integersOfAllLengths() {
    for (int rows : ROWS) {
      for (int round = 0; round < 4; round++) {
        int inner = random.nextInt(90);
        int columns = random.nextInt(100);
        DType left = bytes();
        DType right = bytes();
        TwinBits.assertSame(
            new MatMulInteger(),
            constants(),
            tensors.next(left, rows, inner),
            tensors.next(right, inner, columns),
            zero(left, rows),
            zero(right, columns));
      }
    }
  }

  @Test
  void scaledWithBiasAndActivation() {
    for (int rows : ROWS) {
      for (Activation activation : Activation.values()) {
        int inner = 1 + random.nextInt(90);
        int columns = 1 + random.nextInt(100);
        DType left = bytes();
        DType right = bytes();
        TwinBits.assertSame(
            new QuantizedDense(activation),
            random.nextBoolean() ? Set.of(3) : Set.of(),
            tensors.next(left, rows, inner),
            tensors.next(DType.F32),
            random.nextBoolean() ? tensors.next(left) : null,
            tensors.next(right, inner, columns),
            tensors.next(DType.F32, random.nextBoolean() ? 1 : columns),
            zero(right, columns),
            bias(rows, columns));
      }
    }
  }

  private Tensor bias(int rows, int columns) {
    return switch (random.nextInt(4)) {
      case 0 -> tensors.next(DType.F32);
      case 1 -> tensors.next(DType.F32, columns);
      case 2 -> tensors.next(DType.F32, rows, 1);
      default -> tensors.next(DType.F32, rows, columns);
    };
  }

  @Test
  void batchesOfMatrices() {
    for (int round = 0; round < 12; round++) {
      DType left = bytes();
      DType right = bytes();
      int rows = 1 + random.nextInt(13);
      long[] matrices = random.nextBoolean() ? new long[] {3, 2, 19, 40} : new long[] {2, 19, 40};
      long[] zeros = matrices.clone();
      zeros[zeros.length - 2] = 1;
      TwinBits.assertSame(
          new MatMulInteger(),
          constants(),
          tensors.next(left, 3, 2, rows, 19),
          tensors.next(right, matrices),
          random.nextBoolean() ? tensors.next(left, 3, 2, rows, 1) : null,
          random.nextBoolean() ? tensors.next(right, zeros) : null);
    }
  }

  @Test
  void longSumsOfTheLargestNumbers() {
    for (boolean isConstant : new boolean[] {true, false}) {
      Set<Integer> constants = isConstant ? Set.of(1) : Set.of();
      for (int inner : new int[] {513, 514, 515, 516, 2100}) {
        Tensor most = filled(DType.U8, 255, 3, inner);
        Tensor zero = filled(DType.U8, 255);
        Tensor least = filled(DType.U8, 0, 3, inner);
        Tensor right = filled(DType.I8, -128, inner, 35);
        Tensor unsigned = filled(DType.U8, 255, inner, 35);
        TwinBits.assertSame(new MatMulInteger(), constants, most, right);
        TwinBits.assertSame(new MatMulInteger(), constants, least, right, zero);
        TwinBits.assertSame(new MatMulInteger(), constants, most, unsigned);
        TwinBits.assertSame(new MatMulInteger(), constants, least, unsigned, zero);
      }
    }
  }

  @Test
  void longScaledSums() {
    for (int inner : new int[] {384, 700, 1536, 3000}) {
      for (DType left : BYTES) {
        TwinBits.assertSame(
            new QuantizedDense(Activation.NONE),
            Set.of(3),
            tensors.next(left, 4, inner),
            Tensor.of(new float[] {0.013f}),
            tensors.next(left),
            tensors.next(DType.I8, inner, 50),
            Tensor.of(new float[] {0.37f}, 1),
            null,
            tensors.next(DType.F32, 50));
      }
    }
  }
}
