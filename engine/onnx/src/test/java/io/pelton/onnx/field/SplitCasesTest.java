package io.pelton.onnx.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Split: lengths are checked as a whole, whichever of the parts is wanted. */
class SplitCasesTest {
  private static final Tensor X = Tensor.of(new float[] {1, 2, 3}, 3);

  private static FieldModel second(long... lengths) {
    return FieldModel.onnx(13)
        .value("x", X)
        .value("lengths", Tensor.of(lengths, lengths.length))
        .node("Split", "x,lengths", "first,second")
        .output("second");
  }

  @Test
  void partsFollowEachOther() {
    assertThat(second(1, 2).run().toDoubles()).containsExactly(2, 3);
    assertThat(second(3, 0).run().dims()).containsExactly(0);
  }

  @Test
  void negativeLengthsAreRefused() {
    second(-1, 4).refuses("-1");
    second(4, -1).refuses("-1");
  }

  @Test
  void lengthsAddUpToTheAxis() {
    second(1, 1).refuses();
    second(2, 2).refuses();
  }

  @Test
  void sumsBeyondLongsAreNoLengths() {
    FieldModel.onnx(13)
        .value("x", Tensor.of(new float[0], 0))
        .value("lengths", Tensor.of(new long[] {Long.MAX_VALUE, Long.MAX_VALUE, 2}, 3))
        .node("Split", "x,lengths", "first,second,third")
        .output("first")
        .refuses();
  }
}
