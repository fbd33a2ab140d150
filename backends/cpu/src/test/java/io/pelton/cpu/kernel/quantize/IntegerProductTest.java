package io.pelton.cpu.kernel.quantize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.conv.ConvCase;
import io.pelton.cpu.kernel.conv.NaiveConv;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.Decomposed;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cpu.testing.RowChecks;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.IntegerProductOp.ConvInteger;
import io.pelton.engine.graph.IntegerProductOp.MatMulInteger;
import io.pelton.engine.graph.IntegerProductOp.QuantizedConv;
import io.pelton.engine.graph.IntegerProductOp.QuantizedDense;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.Window;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IntegerProductTest {
  private static final int SEEDS = 80;
  private static final List<DType> BYTES = List.of(DType.I8, DType.U8);

  private static DType bytes(Random random) {
    return BYTES.get(random.nextInt(2));
  }

  @Test
  void matMulIntegerIsExact() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      DType left = bytes(random);
      DType right = bytes(random);
      int rows = random.nextInt(4);
      int inner = random.nextInt(9);
      int columns = random.nextInt(4);
      Tensor a = tensors.next(left, rows, inner);
      Tensor b = tensors.next(right, inner, columns);
      Tensor zeroOfA = zero(tensors, left, rows);
      Tensor zeroOfB = zero(tensors, right, columns);
      Tensor found = Cpu.evaluate(new MatMulInteger(), a, b, zeroOfA, zeroOfB);
      assertThat(found.dtype()).isEqualTo(DType.I32);
      long[] sums = found.toLongs();
      for (int i = 0; i < sums.length; i++) {
        int row = i / columns;
        int column = i % columns;
        long sum = 0;
        for (int k = 0; k < inner; k++) {
          sum +=
              (a.toLongs()[row * inner + k] - at(zeroOfA, row))
                  * (b.toLongs()[k * columns + column] - at(zeroOfB, column));
        }
        assertThat(sums[i]).as("seed %d, element %d", seed, i).isEqualTo(sum);
      }
    }
  }

  private static Tensor zero(RandomTensors tensors, DType dtype, int channels) {
    return switch (tensors.random().nextInt(4)) {
      case 0 -> null;
      case 1 -> tensors.next(dtype);
      case 2 -> tensors.next(dtype, 1);
      default -> tensors.next(dtype, channels);
    };
  }

  private static long at(Tensor zero, int channel) {
    if (zero == null) {
      return 0;
    }
    return zero.toLongs()[zero.layout().elements() == 1 ? 0 : channel];
  }

  @Test
  void batchedMatricesHaveTheBitsOfTheDecomposition() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      DType left = bytes(random);
      DType right = bytes(random);
      long[] batch = tensors.dims(2, 3);
      int rows = 1 + random.nextInt(3);
      int inner = random.nextInt(6);
      int columns = 1 + random.nextInt(3);
      long[] ofA = Matrices.append(tensors.broadcastable(batch), rows, inner);
      long[] ofB = Matrices.append(tensors.broadcastable(batch), inner, columns);
      Tensor a = tensors.next(left, ofA);
      Tensor b = tensors.next(right, ofB);
      ofA[ofA.length - 1] = 1;
      ofB[ofB.length - 2] = 1;
      Tensor zeroOfA = random.nextBoolean() ? tensors.next(left, ofA) : null;
      Tensor zeroOfB = random.nextBoolean() ? tensors.next(right, ofB) : null;
      Decomposed.assertSameBits("seed " + seed, new MatMulInteger(), a, b, zeroOfA, zeroOfB);
    }
  }

  @Test
  void convIntegerIsExact() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ConvCase random = new ConvCase(seed);
      RandomTensors tensors = random.tensors();
      DType left = bytes(tensors.random());
      DType right = bytes(tensors.random());
      Tensor x = tensors.next(left, random.x());
      Tensor w = tensors.next(right, random.w());
      Tensor zeroOfX = tensors.random().nextBoolean() ? tensors.next(left) : null;
      Tensor zeroOfW = zero(tensors, right, (int) random.w()[0]);
      Op op = new ConvInteger(random.window(), random.group());
      Object[] expected =
          new NaiveConv(random.window(), random.group(), x, w)
              .integers(
                  (data, weight, kernel) ->
                      (data - at(zeroOfX, 0)) * (weight - at(zeroOfW, kernel)));
      assertThat(Cpu.elements(Cpu.evaluate(op, x, w, zeroOfX, zeroOfW)))
          .as("seed %d", seed)
          .isEqualTo(expected);
      Decomposed.assertSameBits("seed " + seed, op, x, w, zeroOfX, zeroOfW);
    }
  }

  /** A positive scale of moderate size. */
  private static Tensor scale(Random random, long... dims) {
    float[] scales = new float[Cpu.count(dims)];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = 0.001f + random.nextFloat() / 50;
    }
    return Tensor.of(scales, dims);
  }

  @Test
  void quantizedDenseIsWithinItsTolerance() {
    for (long seed = 0; seed < SEEDS; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      DType left = bytes(random);
      DType right = bytes(random);
      int inner = random.nextInt(70);
      int columns = 1 + random.nextInt(4);
      Tensor bias = random.nextBoolean() ? scale(random, columns) : null;
      Tensor[] operands = {
        tensors.next(left, random.nextInt(4), inner),
        scale(random),
        random.nextBoolean() ? tensors.next(left) : null,
        tensors.next(right, inner, columns),
        random.nextBoolean() ? scale(random, columns) : scale(random, 1),
        zero(tensors, right, columns),
        bias
      };
      assertWithin(new QuantizedDense(Activation.RELU), inner, operands);
    }
  }

  /** Whose result has an axis for rows, and none for the only column. */
  @Test
  void theBiasOfAProductWithAVectorIsOneNumberARow() {
    RandomTensors tensors = new RandomTensors(9);
    Random random = tensors.random();
    Tensor[] operands = {
      tensors.next(DType.U8, 20, 6),
      scale(random),
      null,
      tensors.next(DType.I8, 6),
      scale(random),
      null,
      scale(random, 20)
    };
    assertWithin(new QuantizedDense(Activation.NONE), 6, operands);
  }

  @Test
  void quantizedConvIsWithinItsTolerance() {
    for (long seed = 0; seed < SEEDS; seed++) {
      ConvCase random = new ConvCase(seed);
      RandomTensors tensors = random.tensors();
      DType left = bytes(tensors.random());
      DType right = bytes(tensors.random());
      int kernels = (int) random.w()[0];
      Tensor[] operands = {
        tensors.next(left, random.x()),
        scale(tensors.random()),
        tensors.random().nextBoolean() ? tensors.next(left, 1) : null,
        tensors.next(right, random.w()),
        tensors.random().nextBoolean() ? scale(tensors.random(), kernels) : scale(tensors.random()),
        zero(tensors, right, kernels),
        tensors.random().nextBoolean() ? scale(tensors.random(), kernels) : null
      };
      Op op = new QuantizedConv(random.window(), random.group(), Activation.NONE);
      assertWithin(op, Cpu.count(random.w()) / Math.max(kernels, 1), operands);
    }
  }

  /** No product is larger than 255 * 255 times the largest scales. */
  private static void assertWithin(Op op, int inner, Tensor... operands) {
    Tensor found = Cpu.evaluate(op, operands);
    Tensor expected = Decomposed.evaluate(op, operands);
    assertThat(found.dims()).containsExactly(expected.dims());
    double largest = largest(operands[1]) * largest(operands[4]) * 255 * 255;
    double tolerance = (inner + 6) * 0x1p-24 * inner * largest + 0x1p-23 * (1 + inner * largest);
    for (int i = 0; i < found.toFloats().length; i++) {
      assertThat((double) found.toFloats()[i])
          .as("%s, element %d", op.label(), i)
          .isBetween(expected.toFloats()[i] - tolerance, expected.toFloats()[i] + tolerance);
    }
  }

  private static double largest(Tensor scales) {
    return Arrays.stream(scales.toDoubles()).max().orElse(0);
  }

  @Test
  void rowsDoNotDependOnTheirBatch() {
    RandomTensors tensors = new RandomTensors(6);
    Tensor x = tensors.next(DType.U8, 16, 9);
    Tensor w = tensors.next(DType.I8, 9, 4);
    Tensor[] plain = {x, w, tensors.next(DType.U8, 16, 1), tensors.next(DType.I8, 4)};
    check(new MatMulInteger(), Set.of(0, 2), plain);
    Random random = tensors.random();
    Tensor[] dense = {
      x, scale(random), tensors.next(DType.U8), w, scale(random, 4), null, scale(random, 4)
    };
    check(new QuantizedDense(Activation.GELU), Set.of(0), dense);
    Tensor images = tensors.next(DType.U8, 16, 2, 5);
    Tensor kernels = tensors.next(DType.I8, 3, 2, 2);
    check(new ConvInteger(Window.plain(1), 1), Set.of(0), images, kernels);
    Tensor[] conv = {images, scale(random), null, kernels, scale(random, 3), null};
    check(new QuantizedConv(Window.plain(1), 1, Activation.RELU), Set.of(0), conv);
  }

  private static void check(Op op, Set<Integer> rowOperands, Tensor... operands) {
    RowChecks.assertSameBits(op, rowOperands, operands);
    RowChecks.assertNoAllocation(op, rowOperands, operands);
  }

  @Test
  void operandsThatAreNoBytesAreRefused() {
    Tensor matrix = Tensor.of(new int[4], 2, 2);
    assertThatThrownBy(() -> Cpu.evaluate(new MatMulInteger(), matrix, matrix))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("A should be I8 or U8 but is I32");
  }
}
