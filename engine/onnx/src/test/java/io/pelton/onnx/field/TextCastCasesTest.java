package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.texts;
import static io.pelton.onnx.field.Elements.FLOATS;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.TestModel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cast between numbers and strings. */
class TextCastCasesTest {
  private static final double NAN = Double.NaN;
  private static final double MOST = Double.POSITIVE_INFINITY;

  /** Those that are read by code of their own. */
  private static final List<DType> TYPES =
      List.of(DType.F64, DType.F32, DType.F16, DType.I64, DType.U8, DType.BOOL);

  private static final AttributeProto[] KEYS = {
    texts("keys_strings", "1", "1.0", "-3"),
    integers("values_int64s", 10, 20, 30),
    integer("default_int64", -1)
  };

  static List<DType> floatTypes() {
    return FLOATS;
  }

  static List<DType> integerTypes() {
    return Stream.concat(Elements.SIGNED.stream(), Elements.UNSIGNED.stream()).toList();
  }

  private static FieldModel model(Tensor x, DType to) {
    return FieldModel.of(13, "Cast", List.of(integer("to", TensorProtos.code(to))), x);
  }

  private static String[] spelled(Tensor x) {
    return model(x, DType.STRING).run().toStrings();
  }

  private static Tensor strings(String... texts) {
    return Tensor.of(texts, texts.length);
  }

  @Test
  void b8FloatsAreSpelledToReadBack() {
    assertThat(
            spelled(floats(DType.F32, 1, 0.1, 1e10, NAN, MOST, -MOST, 3.1415927, 16777216, -0.0)))
        .containsExactly("1", "0.1", "1e+10", "NaN", "INF", "-INF", "3.1415927", "16777216", "-0");
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b8SpecialsAndWholeNumbersOfEveryFloat(DType dtype) {
    assertThat(spelled(floats(dtype, 1, -2, 0, -0.0, 100, 0.5, NAN, MOST, -MOST)))
        .containsExactly("1", "-2", "0", "-0", "100", "0.5", "NaN", "INF", "-INF");
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b8EveryNumberReadsBack(DType dtype) {
    Random random = new Random(8);
    double[] numbers = new double[1000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          i % 2 == 0
              ? Float.intBitsToFloat(random.nextInt())
              : Double.longBitsToDouble(random.nextLong());
    }
    numbers[0] = Float.MIN_VALUE;
    numbers[1] = Double.MIN_VALUE;
    numbers[2] = Float.MAX_VALUE;
    numbers[3] = Double.MAX_VALUE;
    Tensor x = floats(dtype, numbers);
    FieldModel there =
        FieldModel.onnx(13)
            .value("x", x)
            .node("Cast", "x", "t", integer("to", TestModel.STRING))
            .node("Cast", "t", "y", integer("to", TensorProtos.code(dtype)))
            .output("y");
    assertThat(Bits.of(there.run())).isEqualTo(Bits.of(x));
    assertThat(spelled(x)).allMatch(text -> !text.endsWith(".0") && !text.contains("n"));
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b8SpecialsAreReadInAnyCase(DType dtype) {
    Tensor x = strings("NaN", "nan", "NAN", "INF", "+INF", "-inf", "Inf", "+inf", "-0", "1e-5");
    double small = floats(dtype, 1e-5).toDoubles()[0];
    assertThat(model(x, dtype).run().toDoubles())
        .containsExactly(NAN, NAN, NAN, MOST, MOST, -MOST, MOST, MOST, -0.0, small);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"abc", "", " ", "1,5", "0x10", "1f", "1d", "--1", "1e", "Infinity", "1 2", "e5"})
  void b8WhatIsNoNumberIsAnErrorForEveryType(String text) {
    for (DType dtype : TYPES) {
      model(strings("1", text), dtype).refuses('"' + text + '"');
    }
  }

  @ParameterizedTest
  @MethodSource("integerTypes")
  void b8IntegersAreWholeNumbersBothWays(DType dtype) {
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    long most = isSigned ? Long.MAX_VALUE >>> (Long.SIZE - dtype.bits()) : -1;
    Tensor x = longs(dtype, 0, 1, 7, most, isSigned ? -most - 1 : 0);
    String[] expected =
        Arrays.stream(x.toLongs())
            .mapToObj(n -> isSigned ? Long.toString(n) : Long.toUnsignedString(n))
            .toArray(String[]::new);
    assertThat(spelled(x)).isEqualTo(expected);
    assertThat(Bits.of(model(strings(expected), dtype).run())).isEqualTo(Bits.of(x));
    for (String beyond : List.of("18446744073709551616", "-9223372036854775809", "1e30")) {
      model(strings(beyond), dtype).refuses('"' + beyond + '"', "out of range");
    }
    for (String special : List.of("NaN", "INF", "-inf")) {
      model(strings(special), dtype).refuses('"' + special + '"');
    }
  }

  @Test
  void b8BooleansAreZeroAndOne() {
    assertThat(spelled(longs(DType.BOOL, 1, 0))).containsExactly("1", "0");
    assertThat(model(strings("1", "0", "true", "False", "2", "-0"), DType.BOOL).run().toLongs())
        .containsExactly(1, 0, 1, 0, 1, 0);
  }

  @Test
  void b8LabelsOfIntegersAreFoundByTheirText() {
    FieldModel model =
        FieldModel.onnx(13)
            .value("x", longs(DType.I64, 1, -3, 2))
            .value("f", floats(DType.F32, 1, -3, 2))
            .node("Cast", "x", "t", integer("to", TestModel.STRING))
            .node("Cast", "f", "u", integer("to", TestModel.STRING))
            .node("ai.onnx.ml::LabelEncoder", "t", "y", KEYS)
            .node("ai.onnx.ml::LabelEncoder", "u", "z", KEYS)
            .output("y")
            .output("z");
    for (Tensor labels : model.runAll()) {
      assertThat(labels.toLongs()).containsExactly(10, 30, -1);
    }
  }
}
