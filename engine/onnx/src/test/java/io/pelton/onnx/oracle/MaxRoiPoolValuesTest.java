package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Largest elements of regions, from the file's bytes to the outputs. */
class MaxRoiPoolValuesTest {
  private static TestModel model(int type, float scale, long... cells) {
    return TestModel.onnx(22)
        .input("x", type, 2, 1, 4, 4)
        .input("regions", type, "R", 5)
        .node(
            "MaxRoiPool",
            "x,regions",
            "y",
            integers("pooled_shape", cells),
            number("spatial_scale", scale))
        .output("y");
  }

  /** Two images that count up, with NaN in the first corner. */
  private static Tensor images() {
    float[] x = new float[32];
    for (int i = 0; i < x.length; i++) {
      x[i] = i;
    }
    x[0] = Float.NaN;
    return Tensor.of(x, 2, 1, 4, 4);
  }

  private static double[] pool(TestModel model, float... regions) {
    Tensor rows = Tensor.of(regions, regions.length / 5, 5);
    Tensor y = Answers.tensor(model, Map.of("x", images(), "regions", rows));
    return y.toDoubles();
  }

  @Test
  void cornersBelongToTheRegionAndCellsMayShareElements() {
    TestModel model = model(TestModel.FLOAT, 1, 2, 2);
    assertThat(pool(model, 0, 0, 0, 3, 3)).containsExactly(5, 7, 13, 15);
    assertThat(pool(model, 1, 0, 0, 2, 2)).containsExactly(21, 22, 25, 26);
    assertThat(pool(model, 1, 1, 1, 1, 1, 0, 2, 0, 3, 1))
        .containsExactly(21, 21, 21, 21, 2, 3, 6, 7);
  }

  @Test
  void coordinatesAreScaledAndRoundedAwayFromZero() {
    assertThat(pool(model(TestModel.FLOAT, 0.5f, 1, 1), 0, 1, 1, 3, 3)).containsExactly(10);
  }

  @Test
  void cellsOutsideOfTheImageAreZeroAndNumbersWinOverNaN() {
    TestModel model = model(TestModel.FLOAT, 1, 1, 2);
    assertThat(pool(model, 1, -2, 0, 1, 0)).containsExactly(0, 17);
    assertThat(pool(model, 0, 0, 0, 1, 0)).containsExactly(-Float.MAX_VALUE, 1);
  }

  @Test
  void halvesStayHalves() {
    Tensor x = Answers.halves(new double[32], 2, 1, 4, 4);
    Tensor regions = Answers.halves(new double[] {0, 0, 0, 3, 3}, 1, 5);
    TestModel model = model(TestModel.FLOAT16, 1, 1, 1);
    Tensor y = Answers.tensor(model, Map.of("x", x, "regions", regions));
    assertThat(y.dtype()).isEqualTo(DType.F16);
    assertThat(y.toDoubles()).containsExactly(0);
  }

  @Test
  void imagesHaveToBeThere() {
    assertThatThrownBy(() -> pool(model(TestModel.FLOAT, 1, 1, 1), 2, 0, 0, 1, 1))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("region 0 is of image 2.0 of 2");
    assertThatThrownBy(() -> model(TestModel.FLOAT, 1, 2).load()).isInstanceOf(InvalidNode.class);
  }
}
