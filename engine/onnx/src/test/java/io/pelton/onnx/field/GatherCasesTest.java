package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gather, Scatter and their like: negative indices count from the end, others are refused. */
class GatherCasesTest {
  private static final Tensor ROWS = shaped(DType.F32, new double[] {1, 2, 3, 4, 5, 6}, 3, 2);
  private static final Tensor SQUARE = shaped(DType.F32, new double[] {1, 2, 3, 4}, 2, 2);

  private static Tensor range(long count, long... dims) {
    return shaped(DType.F32, LongStream.range(0, count).asDoubleStream().toArray(), dims);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"I32", "I64"})
  void b15NegativeIndicesCountFromTheEnd(DType indices) {
    assertThat(FieldModel.of(13, "Gather", ROWS, longs(indices, 0, -1)).run().toDoubles())
        .containsExactly(1, 2, 5, 6);
    assertThat(
            FieldModel.of(
                    13,
                    "GatherElements",
                    List.of(integer("axis", 1)),
                    SQUARE,
                    shaped(indices, new long[] {-1, -2}, 2, 1))
                .run()
                .toDoubles())
        .containsExactly(2, 3);
    if (indices == DType.I64) {
      assertThat(
              FieldModel.of(
                      13,
                      "GatherND",
                      range(12, 3, 4),
                      shaped(indices, new long[] {-1, -1, 0, -2}, 2, 2))
                  .run()
                  .toDoubles())
          .containsExactly(11, 2);
    }
  }

  /** Each index that exists, along each axis, and the two next to them. */
  @Test
  void b15EveryIndexOfEveryAxis() {
    Tensor x = range(24, 2, 3, 4);
    double[] numbers = x.toDoubles();
    long[] dims = x.dims();
    for (int axis = -3; axis < 3; axis++) {
      int at = Math.floorMod(axis, 3);
      int length = (int) dims[at];
      int inner = at == 0 ? 12 : at == 1 ? 4 : 1;
      for (long index = -length - 1L; index <= length; index++) {
        FieldModel model =
            FieldModel.of(
                13,
                "Gather",
                List.of(integer("axis", axis)),
                x,
                shaped(DType.I64, new long[] {index}));
        if (index < -length || index >= length) {
          model.refuses("index " + index + " is outside of", String.valueOf(length - 1));
          continue;
        }
        int first = (int) Math.floorMod(index, (long) length) * inner;
        double[] expected = new double[24 / length];
        for (int i = 0; i < expected.length; i++) {
          expected[i] = numbers[i / inner * inner * length + first + i % inner];
        }
        assertThat(model.run().toDoubles()).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, -4, Long.MAX_VALUE, Long.MIN_VALUE})
  void b15IndicesOutsideAreRefusedWithTheirRange(long index) {
    String outside = "index " + index + " is outside of [-3, 2]";
    Tensor one = longs(DType.I64, index);
    Tensor pair = shaped(DType.I64, new long[] {0, index}, 1, 2);
    Tensor rows = shaped(DType.I64, new long[] {0, index}, 2, 1);
    FieldModel.of(13, "Gather", ROWS, one).refuses(outside);
    FieldModel.of(13, "GatherElements", ROWS, pair).refuses(outside);
    FieldModel.of(13, "GatherND", ROWS, rows).refuses(outside);
    FieldModel.of(13, "ScatterElements", ROWS, pair, shaped(DType.F32, new double[2], 1, 2))
        .refuses(outside);
    FieldModel.of(13, "ScatterND", ROWS, rows, shaped(DType.F32, new double[4], 2, 2))
        .refuses(outside);
    FieldModel.of(9, "Scatter", ROWS, pair, shaped(DType.F32, new double[2], 1, 2))
        .refuses(outside);
  }

  @ParameterizedTest
  @CsvSource({
    "none, '1 9 8 4'",
    "add, '1 11 11 4'",
    "mul, '1 18 24 4'",
    "max, '1 9 8 4'",
    "min, '1 2 3 4'"
  })
  void b15ScattersCountFromTheEndToo(String reduction, String expected) {
    double[] numbers =
        Arrays.stream(expected.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    assertThat(
            FieldModel.of(
                    18,
                    "ScatterElements",
                    List.of(integer("axis", -1), text("reduction", reduction)),
                    SQUARE,
                    shaped(DType.I64, new long[] {-1, -2}, 2, 1),
                    shaped(DType.F32, new double[] {9, 8}, 2, 1))
                .run()
                .toDoubles())
        .isEqualTo(numbers);
    assertThat(
            FieldModel.of(
                    18,
                    "ScatterND",
                    List.of(text("reduction", reduction)),
                    SQUARE,
                    shaped(DType.I64, new long[] {-2, -1, 1, -2}, 2, 2),
                    floats(DType.F32, 9, 8))
                .run()
                .toDoubles())
        .isEqualTo(numbers);
  }

  @Test
  void b15TextsAreGatheredAlike() {
    Tensor texts = Tensor.of(new String[] {"a", "b", "c"}, 3);
    assertThat(FieldModel.of(13, "Gather", texts, longs(DType.I64, -1, -3)).run().toStrings())
        .containsExactly("c", "a");
    FieldModel.of(13, "Gather", texts, longs(DType.I64, 3))
        .refuses("index 3 is outside of [-3, 2]");
  }

  @Test
  void b15NothingHasNoIndices() {
    Tensor empty = shaped(DType.F32, new double[0], 0, 2);
    FieldModel.of(13, "Gather", empty, longs(DType.I64, 0)).refuses("index 0 is outside of");
    assertThat(FieldModel.of(13, "Gather", empty, longs(DType.I64)).run().dims())
        .containsExactly(0, 2);
    assertThat(FieldModel.of(13, "Gather", ROWS, longs(DType.I64)).run().dims())
        .containsExactly(0, 2);
  }

  /** Lengths are known when a model is planned, and are looked up by another path then. */
  @Test
  void b15LengthsAreLookedUpFromTheEnd() {
    for (long index : List.of(-1L, -2L, 0L, 1L)) {
      FieldModel model =
          FieldModel.onnx(13)
              .value("x", ROWS)
              .value("i", longs(DType.I64, index))
              .node("Shape", "x", "s")
              .node("Gather", "s,i", "n")
              .node("ConstantOfShape", "n", "y")
              .output("y")
              .output("n");
      long length = Math.floorMod(index, 2L) == 0 ? 3 : 2;
      List<Tensor> found = model.runAll();
      assertThat(found.get(0).dims()).containsExactly(length);
      assertThat(found.get(1).toLongs()).containsExactly(length);
    }
    for (long index : List.of(2L, -3L)) {
      FieldModel.onnx(13)
          .value("x", ROWS)
          .value("i", longs(DType.I64, index))
          .node("Shape", "x", "s")
          .node("Gather", "s,i", "y")
          .output("y")
          .refuses("index " + index + " is outside of [-2, 1]");
    }
  }

  @Test
  void b15LengthsAreLookedUpByNumbersWithoutAxes() {
    FieldModel model =
        FieldModel.onnx(13)
            .value("x", ROWS)
            .value("i", shaped(DType.I64, new long[] {-1}))
            .value("axis", longs(DType.I64, 0))
            .node("Shape", "x", "s")
            .node("Gather", "s,i", "n")
            .node("Unsqueeze", "n,axis", "one")
            .node("Concat", "one,one", "both", integer("axis", 0))
            .node("ConstantOfShape", "both", "y")
            .output("y");
    assertThat(model.run().dims()).containsExactly(2, 2);
  }
}
