package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Zeros in shapes: copied lengths, and lengths of 0. */
class ReshapeCasesTest {
  private static Tensor data(long... dims) {
    int count = (int) Arrays.stream(dims).reduce(1, Math::multiplyExact);
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> i);
    return shaped(DType.F32, numbers, dims);
  }

  private static FieldModel reshape(Tensor x, boolean allowsZero, long... shape) {
    return FieldModel.of(
        14,
        "Reshape",
        List.of(integer("allowzero", allowsZero ? 1 : 0)),
        x,
        longs(DType.I64, shape));
  }

  private static long[] list(String numbers) {
    return numbers.isEmpty()
        ? new long[0]
        : Arrays.stream(numbers.split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "'2 2 3 2', 0, '-1 0 0', '4 2 3'",
    "'0 3', 0, '-1 3', '0 3'",
    "'0 3', 1, '-1 3', '0 3'",
    "'0 3', 0, '0 -1', '0 3'",
    "'0 3', 1, '3 0', '3 0'",
    "'2 0 3', 0, '2 -1 3', '2 0 3'",
    "'2 3', 0, '0 0', '2 3'",
    "'2 3', 0, '0 3 1', '2 3 1'",
    "'1 1', 0, '', ''",
    "'', 0, '-1', '1'",
    "'0', 1, '0 4', '0 4'"
  })
  void b17ZerosCopyOrAreZero(String from, int allowsZero, String shape, String expected) {
    Tensor x = data(list(from));
    Tensor found = reshape(x, allowsZero == 1, list(shape)).run();
    assertThat(found.dims()).isEqualTo(list(expected));
    assertThat(found.toDoubles()).isEqualTo(x.toDoubles());
  }

  @Test
  void b17NothingMayBeAnyOtherNothing() {
    Tensor found = reshape(data(2, 0, 3), false, 0, 0, 5).only(FieldModel.Way.CONSTANT).run();
    assertThat(found.dims()).containsExactly(2, 0, 5);
  }

  @Test
  void b17WhatCannotBeIsRefused() {
    reshape(data(0, 3), true, 0, -1).refuses("both -1 and 0");
    reshape(data(2, 3), false, -1, -1).refuses("more than one -1");
    reshape(data(2, 3), false, 2, 3, 0).refuses("which ends before");
    reshape(data(2, 3), false, 4, -1).refuses();
    reshape(data(2, 3), true, 0, 3).refuses();
    reshape(data(2, 3), false, 7).refuses();
    reshape(data(0, 3), false, 2, 3).refuses();
    reshape(data(2, 3), false, -2, 3).refuses("negative length");
  }

  @Test
  void b17ReshapesInARowKeepTheirFlags() {
    FieldModel model =
        FieldModel.onnx(14)
            .value("x", data(0, 8, 2))
            .value("first", longs(DType.I64, 4, 2, -1))
            .value("second", longs(DType.I64, 0, 0, 4))
            .node("Reshape", "x,first", "m")
            .node("Reshape", "m,second", "y", integer("allowzero", 1))
            .output("y");
    assertThat(model.run().dims()).containsExactly(0, 0, 4);
  }

  /** Copied lengths are the middle's, with or without something between the two. */
  @ParameterizedTest
  @CsvSource({
    "'6 4', 01, '4 6', '0 -1', '4 6'",
    "'6 4', 01, '4 6', '0 3 2', '4 3 2'",
    "'6 4', 01, '2 3 4', '0 0 -1', '2 3 4'",
    "'6 4', 0, '0 2 2', '0 -1', '6 4'",
    "'6 4', 01, '-1 2', '-1 0', '12 2'",
    "'6 4', 01, '1 24', '0 0', '1 24'",
    "'0 4', 1, '4 0', '0 0', '4 0'",
    "'0 4', 01, '4 -1', '-1 7', '0 7'",
    "'6 4', 01, '24', '6 4', '6 4'"
  })
  void b17CopiesAreOfTheMiddle(
      String from, String flags, String first, String second, String expected) {
    for (int flag = 0; flag < flags.length(); flag++) {
      char allowsZero = flags.charAt(flag);
      for (String between : List.of("", "Identity", "Flatten", "Unsqueeze")) {
        FieldModel model =
            FieldModel.onnx(14)
                .value("x", data(list(from)))
                .value("first", longs(DType.I64, list(first)))
                .value("second", longs(DType.I64, list(second)))
                .node("Reshape", "x,first", "m", integer("allowzero", allowsZero - '0'));
        String middle = "m";
        if (between.equals("Identity")) {
          model.node("Identity", "m", "n");
          middle = "n";
        } else if (between.equals("Unsqueeze")) {
          model.value("axis", longs(DType.I64, 0));
          model.node("Unsqueeze", "m,axis", "w").node("Squeeze", "w,axis", "n");
          middle = "n";
        } else if (between.equals("Flatten") && list(first).length == 2) {
          model.node("Flatten", "m", "n");
          middle = "n";
        }
        Tensor found = model.node("Reshape", middle + ",second", "y").output("y").run();
        assertThat(found.dims()).isEqualTo(list(expected));
        assertThat(found.toDoubles()).isEqualTo(data(list(from)).toDoubles());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, '1 0'", "1, '2 0'", "2, '0 4'", "3, '0 1'", "-1, '0 4'", "-3, '1 0'"})
  void b17FlattenKeepsZeros(int axis, String expected) {
    Tensor found =
        FieldModel.of(13, "Flatten", List.of(integer("axis", axis)), data(2, 0, 4)).run();
    assertThat(found.dims()).isEqualTo(list(expected));
  }

  @Test
  void b17SqueezeLeavesZerosAlone() {
    Tensor x = data(1, 0, 1);
    assertThat(FieldModel.of(13, "Squeeze", x).only(FieldModel.Way.CONSTANT).run().dims())
        .containsExactly(0);
    assertThat(FieldModel.of(13, "Squeeze", x, longs(DType.I64, -1)).run().dims())
        .containsExactly(1, 0);
    FieldModel.of(13, "Squeeze", x, longs(DType.I64, 1))
        .only(FieldModel.Way.CONSTANT)
        .refuses("axis 1");
    assertThat(FieldModel.of(11, "Squeeze", List.of(integers("axes", 0)), x).run().dims())
        .containsExactly(0, 1);
    assertThat(FieldModel.of(13, "Unsqueeze", x, longs(DType.I64, 0, -1)).run().dims())
        .containsExactly(1, 1, 0, 1, 1);
    assertThat(FieldModel.of(11, "Unsqueeze", List.of(integers("axes", 1)), data(0)).run().dims())
        .containsExactly(0, 1);
  }
}
