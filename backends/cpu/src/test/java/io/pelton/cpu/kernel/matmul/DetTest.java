package io.pelton.cpu.kernel.matmul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.LinalgOp.Det;
import io.pelton.engine.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DetTest {
  @Test
  void smallMatrices() {
    Tensor x =
        Tensor.of(new float[] {1, 2, 3, 4, 0, 1, 1, 0, 2, 4, 1, 2, Float.NaN, 1, 1, 1}, 4, 2, 2);
    assertThat(Cpu.evaluate(new Det(), x).toFloats()).containsExactly(-2, -1, 0, Float.NaN);
    assertThat(Cpu.evaluate(new Det(), Tensor.of(new float[] {-3}, 1, 1)).toFloats())
        .containsExactly(-3);
    Tensor empty = Cpu.evaluate(new Det(), Tensor.of(new double[0], 2, 0, 0));
    assertThat(empty.toDoubles()).containsExactly(1, 1);
    assertThat(Cpu.evaluate(new Det(), Tensor.of(new float[0], 0, 3, 3)).dims()).containsExactly(0);
  }

  /** Expanded along the first row. */
  @Test
  void randomMatricesAgreeWithMinors() {
    Random random = new Random(3);
    for (int side = 1; side <= 6; side++) {
      double[] values = random.doubles(2L * side * side, -2, 2).toArray();
      Tensor x = Tensor.of(values, 2, side, side);
      Tensor turned = new Tensor(x.storage(), x.layout().permute(0, 2, 1));
      for (int batch = 0; batch < 2; batch++) {
        double[] matrix = new double[side * side];
        System.arraycopy(values, batch * matrix.length, matrix, 0, matrix.length);
        double expected = minors(matrix, side);
        assertThat(Cpu.evaluate(new Det(), x).toDoubles()[batch])
            .isCloseTo(expected, within(1e-12 * Math.pow(2, side)));
        assertThat(Cpu.evaluate(new Det(), turned).toDoubles()[batch])
            .isCloseTo(expected, within(1e-12 * Math.pow(2, side)));
      }
    }
  }

  private static double minors(double[] matrix, int side) {
    if (side == 1) {
      return matrix[0];
    }
    double sum = 0;
    for (int left = 0; left < side; left++) {
      double[] minor = new double[(side - 1) * (side - 1)];
      for (int row = 1; row < side; row++) {
        for (int column = 0; column < side - 1; column++) {
          minor[(row - 1) * (side - 1) + column] =
              matrix[row * side + column + (column < left ? 0 : 1)];
        }
      }
      sum += (left % 2 == 0 ? matrix[left] : -matrix[left]) * minors(minor, side - 1);
    }
    return sum;
  }

  @Test
  void otherShapesAreRefused() {
    assertThatThrownBy(() -> Cpu.evaluate(new Det(), Tensor.of(new float[6], 2, 3)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should be square but are [2,3]");
    assertThatThrownBy(() -> Cpu.evaluate(new Det(), Tensor.of(new float[2], 2)))
        .hasMessageContaining("a matrix or several but is [2]");
  }
}
