package io.pelton.onnx.oracle.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import io.pelton.onnx.oracle.operator.NodeCase.Operand;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images of halves are computed in float32 or better and rounded once. */
class HalfRoundingTest {
  private static final int CASES = 12;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AveragePool",
        "LpPool",
        "GlobalAveragePool",
        "GlobalLpPool",
        "ConvTranspose",
        "DeformConv",
        "GridSample",
        "AffineGrid",
        "RoiAlign",
        "Col2Im",
        "Resize",
        "Upsample"
      })
  void halvesAreRoundedOnce(String op) {
    OperatorDraw draw =
        OperatorDraws.standard().stream()
            .filter(one -> one.op().equals(op))
            .findFirst()
            .orElseThrow();
    Opsets opsets = Opsets.of(draw);
    for (DType half : List.of(DType.F16, DType.BF16)) {
      for (long seed = 0; seed < CASES; seed++) {
        NodeCase made = draw.make(seed, opsets.newest(), half);
        Tensor halves = DefinitionsTest.run(made);
        double[] singles = DefinitionsTest.run(inSingles(made)).toDoubles();
        double[] found = halves.toDoubles();
        for (int i = 0; i < found.length; i++) {
          float single = (float) singles[i];
          // of what is computed in float64, a single may have become a tie
          assertThat(found[i])
              .as(made.toString())
              .isIn(
                  rounded(half, single),
                  rounded(half, Math.nextUp(single)),
                  rounded(half, Math.nextDown(single)));
        }
      }
    }
  }

  private static double rounded(DType half, float number) {
    return Values.floats(half, () -> number).toDoubles()[0];
  }

  private static NodeCase inSingles(NodeCase made) {
    NodeCase wide =
        new NodeCase(
            made.domain(), made.op(), made.opset(), DType.F32, new Draw(0), made.toString());
    for (Operand operand : made.operands()) {
      switch (operand.source()) {
        case FED -> wide.input(single(made, operand.tensor()));
        case INITIALIZER -> wide.constant(single(made, operand.tensor()));
        case ABSENT -> wide.absent();
        case CAPTURED -> throw new AssertionError(made + " has a body");
      }
    }
    made.attributes().forEach(wide::attribute);
    return wide;
  }

  private static Tensor single(NodeCase made, Tensor tensor) {
    if (tensor.dtype() != made.dtype()) {
      return tensor;
    }
    double[] numbers = tensor.toDoubles();
    int[] at = {0};
    return Values.floats(DType.F32, () -> numbers[at[0]++], tensor.dims());
  }
}
