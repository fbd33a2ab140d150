package io.pelton.cuda.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.KernelTwins;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(OnEmulatedDriver.class)
class MatMulTest {
  private static KernelTwins twins;

  @BeforeAll
  static void open() {
    twins = new KernelTwins(Cuda.device());
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I64", "I32", "U64", "U32"})
  void batchesBroadcastAndVectorsAreRowsOrColumns(DType dtype) {
    for (long seed = 0; seed < 40; seed++) {
      RandomTensors tensors = new RandomTensors(seed);
      Random random = tensors.random();
      int inner = random.nextInt(seed % 2 == 0 ? 9 : 70);
      long[] batch = tensors.dims(3, 3);
      Tensor a = operand(tensors, dtype, batch, random.nextInt(5), inner, 0);
      Tensor b = operand(tensors, dtype, batch, inner, random.nextInt(20), 1);
      twins.check(new MatMul(), a, b);
    }
  }

  /** Sometimes only the inner vector. */
  private static Tensor operand(
      RandomTensors tensors, DType dtype, long[] batch, int rows, int columns, int outerAxis) {
    if (tensors.random().nextInt(4) == 0) {
      return KernelTwins.strided(tensors, dtype, outerAxis == 0 ? columns : rows);
    }
    long[] broadcast = tensors.broadcastable(batch);
    long[] dims =
        LongStream.concat(LongStream.of(broadcast), LongStream.of(rows, columns)).toArray();
    return KernelTwins.strided(tensors, dtype, dims);
  }

  /** Lengths around those of all tiles. */
  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I64", "I32", "U32"})
  void everyTileGivesTheSameBits(DType dtype) {
    RandomTensors tensors = new RandomTensors(7);
    int[][] lengths = {
      {1, 200, 130}, {9, 65, 33}, {130, 67, 7}, {65, 17, 65}, {64, 64, 64}, {129, 9, 131}
    };
    for (int[] length : lengths) {
      Tensor x = KernelTwins.strided(tensors, dtype, length[0], length[1]);
      Tensor y = KernelTwins.strided(tensors, dtype, length[1], length[2]);
      Object[] expected = twins.onHost(new MatMul(), x, y);
      for (Tile tile : tiles(dtype)) {
        ProductFactory product = Product::matMul;
        FixedKernel kernel = product.kernel(found -> TiledProducts.bind(found, tile));
        assertThat(twins.onDevice(kernel, new MatMul(), x, y))
            .as("%s, %s x %s", tile, x.layout(), y.layout())
            .isEqualTo(expected);
      }
    }
  }

  private static Set<Tile> tiles(DType dtype) {
    if (!dtype.isFloat()) {
      return EnumSet.of(Tile.SQUARE);
    }
    return dtype == DType.F64
        ? EnumSet.complementOf(EnumSet.of(Tile.LARGE))
        : EnumSet.allOf(Tile.class);
  }

  @Test
  void tilesFollowTheLengths() {
    assertThat(Tile.of(1, 1, 1000)).isEqualTo(Tile.FEW_ROWS);
    assertThat(Tile.of(1, 1000, 1)).isEqualTo(Tile.FEW_COLUMNS);
    assertThat(Tile.of(1, 1000, 1000)).isEqualTo(Tile.SQUARE);
    assertThat(Tile.of(1, 2000, 2000)).isEqualTo(Tile.LARGE);
    assertThat(Tile.of(128, 128, 128)).isEqualTo(Tile.LARGE);
  }

  @ParameterizedTest
  @EnumSource(names = {"F64", "F32", "F16", "BF16", "I64", "I32", "U64", "U32"})
  void gemmTransposesScalesAndAdds(DType dtype) {
    RandomTensors tensors = new RandomTensors(11);
    float[] factors = {1, 0, -2.5f, 1e30f};
    for (int choice = 0; choice < 64; choice++) {
      boolean transposeA = (choice & 1) != 0;
      boolean transposeB = (choice & 2) != 0;
      Gemm op =
          new Gemm(factors[choice >> 2 & 3], factors[choice >> 4 & 3], transposeA, transposeB);
      Tensor a =
          KernelTwins.strided(tensors, dtype, transposeA ? new long[] {7, 18} : new long[] {18, 7});
      Tensor b =
          KernelTwins.strided(tensors, dtype, transposeB ? new long[] {21, 7} : new long[] {7, 21});
      twins.check(op, a, b, KernelTwins.strided(tensors, dtype, 18, 21));
      twins.check(op, a, b, KernelTwins.strided(tensors, dtype, 21));
      twins.check(op, a, b, KernelTwins.strided(tensors, dtype, 18, 1));
      twins.check(op, a, b);
    }
  }

  @Test
  void activeRowsAreComputedAndNoOthers() {
    RandomTensors tensors = new RandomTensors(13);
    for (int rows : new int[] {0, 1, 8, 64, 69, 70}) {
      Tensor weights = KernelTwins.strided(tensors, DType.F32, 19, 40);
      twins.check(new MatMul(), 70, rows, KernelTwins.strided(tensors, DType.F32, 70, 19), weights);
      twins.check(
          new MatMul(), 70, rows, KernelTwins.strided(tensors, DType.F32, 70, 3, 19), weights);
      twins.check(
          new MatMul(),
          70,
          rows,
          KernelTwins.strided(tensors, DType.F32, 70, 3, 19),
          KernelTwins.strided(tensors, DType.F32, 70, 19, 5));
    }
  }
}
