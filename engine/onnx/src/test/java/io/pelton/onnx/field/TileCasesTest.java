package io.pelton.onnx.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tile and stretched constants: any number of copies, wherever the number comes from. */
class TileCasesTest {
  private static FieldModel tile(Tensor x, long... repeats) {
    return FieldModel.of(13, "Tile", x, Tensor.of(repeats, repeats.length));
  }

  @Test
  void copiesMayBeMany() {
    Tensor tiled = tile(Tensor.of(new float[] {1, 2, 3, 4}, 2, 2), 3000, 2).run();
    assertThat(tiled.dims()).containsExactly(6000, 4);
    double[] elements = tiled.toDoubles();
    for (int row = 0; row < 6000; row++) {
      double first = row % 2 == 0 ? 1 : 3;
      assertThat(Arrays.copyOfRange(elements, row * 4, row * 4 + 4))
          .containsExactly(first, first + 1, first, first + 1);
    }
  }

  @Test
  void copiesMayBeNone() {
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    assertThat(tile(x, 3000, 0).run().dims()).containsExactly(6000, 0);
    assertThat(tile(x, 0, 1).run().dims()).containsExactly(0, 2);
    tile(x, 3000, -1).refuses("-1");
  }

  @Test
  void lengthsThatNoMemoryHoldsAreRefused() {
    FieldModel.of(17, "HannWindow", Tensor.of(new long[] {1L << 40})).refuses();
    for (long length : new long[] {1L << 40, 1L << 60, Long.MAX_VALUE}) {
      Tensor shape = Tensor.of(new long[] {length}, 1);
      FieldModel.of(13, "Expand", Tensor.of(new float[] {1}, 1), shape).refuses();
      FieldModel.of(13, "Tile", Tensor.of(new float[] {1, 2}, 2), shape).refuses();
    }
    tile(Tensor.of(new float[] {1, 2, 3, 4}, 2, 2), 1L << 32, 1L << 32)
        .refuses("has more elements than any memory holds");
  }
}
