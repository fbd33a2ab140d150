package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.numbers;
import static io.pelton.onnx.TestAttributes.tensor;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.oracle.FieldRun.answer;
import static io.pelton.onnx.oracle.FieldRun.column;
import static io.pelton.onnx.oracle.FieldRun.run;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds of field cases A7 and A8: keys and categories that are odd numbers, or not known. */
class CategoryCasesTest {
  private static final float NAN = Float.NaN;
  private static final float OTHER_NAN = Float.intBitsToFloat(0x7fc00123);
  private static final float NEGATIVE_NAN = Float.intBitsToFloat(0xffc00001);

  /** 1, NaN in three ways, 2, what no key is, and both zeros, for keys 1, 2, NaN and 0. */
  private static final float[] ROWS = {
    1, NAN, OTHER_NAN, NEGATIVE_NAN, 2, 5, -0.0f, 0, Float.MIN_VALUE
  };

  private static TestModel encoder(long version, int type, AttributeProto... attributes) {
    return TestModel.ml(version)
        .input("x", type, "N", 1)
        .node("LabelEncoder", "x", "y", attributes)
        .output("y");
  }

  private static Tensor only(TestModel model, Tensor x) {
    return (Tensor) run(model, x).get("y");
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 4})
  void a7NanAndBothZerosFindTheirKeys(long version) {
    AttributeProto keys = numbers("keys_floats", 1, 2, NAN, 0);
    Tensor x = column(ROWS);
    assertThat(
            only(
                    encoder(
                        version,
                        TestModel.FLOAT,
                        keys,
                        texts("values_strings", "a", "b", "nan!", "zero"),
                        text("default_string", "dflt")),
                    x)
                .toStrings())
        .containsExactly("a", "nan!", "nan!", "nan!", "b", "dflt", "zero", "zero", "dflt");
    assertThat(
            only(
                    encoder(
                        version,
                        TestModel.FLOAT,
                        keys,
                        integers("values_int64s", 1, 2, 9, 4),
                        integer("default_int64", -5)),
                    x)
                .toLongs())
        .containsExactly(1, 9, 9, 9, 2, -5, 4, 4, -5);
    assertThat(
            only(
                    encoder(
                        version,
                        TestModel.FLOAT,
                        keys,
                        numbers("values_floats", 0.5f, NAN, 9, -0.0f),
                        number("default_float", -5)),
                    x)
                .toFloats())
        .containsExactly(0.5f, 9, 9, 9, NAN, -5, -0.0f, -0.0f, -5);
  }

  /** A key -0 is found by 0, too. */
  @ParameterizedTest
  @ValueSource(longs = {2, 4})
  void a7ANegativeZeroIsTheSameKey(long version) {
    TestModel model =
        encoder(
            version,
            TestModel.FLOAT,
            numbers("keys_floats", -0.0f),
            integers("values_int64s", 4),
            integer("default_int64", -5));
    assertThat(only(model, column(0, -0.0f, NAN, 1)).toLongs()).containsExactly(4, 4, -5, -5);
  }

  @Test
  void a7KeysOfDoubleTensorsAreFoundAlike() {
    double[] keys = {1, 0.1, Double.NaN, 0};
    TestModel model =
        encoder(
            4,
            TestModel.DOUBLE,
            tensor("keys_tensor", TestModel.doubles("k", keys, 4)),
            tensor("values_tensor", TestModel.longs("v", new long[] {1, 2, 9, 4}, 4)),
            tensor("default_tensor", TestModel.longs("d", new long[] {-5}, 1)));
    double[] rows = {1, Double.NaN, Double.longBitsToDouble(0xfff8000000000001L), 0.1, 0.1f, -0.0};
    assertThat(only(model, Tensor.of(rows, 6, 1)).toLongs()).containsExactly(1, 9, 9, 2, -5, 4);
  }

  private enum Numbers {
    FLOAT(DType.F32),
    DOUBLE(DType.F64),
    LONG(DType.I64),
    INT(DType.I32);

    private final DType dtype;

    Numbers(DType dtype) {
      this.dtype = dtype;
    }

    private Tensor column(double... rows) {
      return dtype.isFloat()
          ? Tensors.of(dtype, rows, rows.length, 1)
          : Tensors.of(
              dtype, Arrays.stream(rows).mapToLong(row -> (long) row).toArray(), rows.length, 1);
    }

    private TestModel oneHot(boolean zeros, long... categories) {
      return TestModel.ml(1)
          .input("x", TensorProtos.code(dtype), "N", 1)
          .node(
              "OneHotEncoder",
              "x",
              "y",
              integers("cats_int64s", categories),
              integer("zeros", zeros ? 1 : 0))
          .output("y");
    }
  }

  private static List<Integer> hot(Tensor y, int categories) {
    List<Integer> hot = new ArrayList<>();
    float[] cells = y.toFloats();
    for (int row = 0; row < cells.length / categories; row++) {
      int found = -1;
      for (int category = 0; category < categories; category++) {
        float cell = cells[row * categories + category];
        assertThat(cell).isIn(0f, 1f);
        if (cell == 1) {
          assertThat(found).isEqualTo(-1);
          found = category;
        }
      }
      hot.add(found);
    }
    return hot;
  }

  @ParameterizedTest
  @EnumSource
  void a8NumbersAreCutOffToTheirCategory(Numbers numbers) {
    Tensor y = only(numbers.oneHot(true, 1, 2, 0, -1), numbers.column(1, 2, 3, 0, -1, -2));
    assertThat(y.dims()).containsExactly(6, 1, 4);
    assertThat(hot(y, 4)).containsExactly(0, 1, -1, 2, 3, -1);
    if (numbers.dtype.isFloat()) {
      Tensor x = numbers.column(1.7, 2.999, 0.3, -0.3, -0.0, -1.7, 1e-40);
      assertThat(hot(only(numbers.oneHot(true, 1, 2, 0, -1), x), 4))
          .containsExactly(0, 1, 2, 2, 2, 3, 2);
    }
  }

  /** Casts would make 0 of NaN and the largest integers of infinities. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT", "DOUBLE"})
  void a8WhatIsNoIntegerIsNoCategory(Numbers numbers) {
    Tensor x =
        numbers.column(
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e20, -1e20, 5);
    long[] categories = {
      0, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, 5
    };
    assertThat(hot(only(numbers.oneHot(true, categories), x), 6))
        .containsExactly(-1, -1, -1, -1, -1, 5);
  }

  /** With the place of the record, which a job's failure policy needs. */
  @ParameterizedTest
  @EnumSource
  void a8RefusalsNameTheCategoryAndItsRow(Numbers numbers) {
    TestModel model = numbers.oneHot(false, 1, 2);
    assertThat(hot(only(model, numbers.column(2, 1)), 2)).containsExactly(1, 0);
    assertThat(answer(model, numbers.column(1, 2, 7)))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused ->
                assertThat(refused.message()).contains("row 2").containsPattern("\\b7(\\.0)?\\b"));
    if (numbers.dtype.isFloat()) {
      assertThat(answer(model, numbers.column(Double.NaN, 2)))
          .isInstanceOfSatisfying(
              Answer.Refused.class,
              refused -> assertThat(refused.message()).contains("row 0").contains("NaN"));
    }
  }

  /** Any column may be the one, and an empty text is a category as any other. */
  @Test
  void a8RefusalsNameTextsOfAnyColumn() {
    TestModel model =
        TestModel.ml(1)
            .input("x", TestModel.STRING, "N", 2)
            .node("OneHotEncoder", "x", "y", texts("cats_strings", "a", "b"), integer("zeros", 0))
            .output("y");
    assertThat(only(model, Tensor.of(new String[] {"a", "b", "b", "a"}, 2, 2)).dims())
        .containsExactly(2, 2, 2);
    for (String unknown : new String[] {"c", "", "A", "a "}) {
      Tensor x = Tensor.of(new String[] {"a", "b", "b", "a", "a", unknown}, 3, 2);
      assertThat(answer(model, x))
          .isInstanceOfSatisfying(
              Answer.Refused.class,
              refused ->
                  assertThat(refused.message()).contains("row 2").contains("'" + unknown + "'"));
    }
  }
}
