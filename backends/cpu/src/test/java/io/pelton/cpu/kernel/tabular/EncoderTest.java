package io.pelton.cpu.kernel.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.kernel.score.BoundNode;
import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.FeatureOp.LabelEncoder;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EncoderTest {
  private static final float NAN = Float.NaN;

  private static Tensor strings(String... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor longs(long... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor floats(float... values) {
    return Tensor.of(values, values.length);
  }

  /** The numbers in any numeric dtype. */
  private static Tensor numbers(DType dtype, int... values) {
    Tensor tensor = Tensor.allocate(dtype, values.length);
    for (int i = 0; i < values.length; i++) {
      Array.set(
          ((HeapStorage) tensor.storage()).array(),
          i,
          switch (dtype) {
            case F32 -> (Object) (float) values[i];
            case F64 -> (double) values[i];
            case I64 -> (long) values[i];
            case I32 -> values[i];
            case I16 -> (short) values[i];
            default -> throw new AssertionError(dtype);
          });
    }
    return tensor;
  }

  @Test
  void oneHotAddsAnAxis() {
    OneHotEncoder op = new OneHotEncoder(strings("a", "b"), true);
    Tensor out = Nodes.tensor(op, Tensor.of(new String[] {"a", "c"}, 2, 1));
    assertThat(out.dims()).containsExactly(2, 1, 2);
    assertThat(out.toFloats()).containsExactly(1, 0, 0, 0);
  }

  @Test
  void oneHotTruncatesFloats() {
    OneHotEncoder op = new OneHotEncoder(longs(1, 2, Long.MIN_VALUE, Long.MAX_VALUE), true);
    Tensor in = floats(1.7f, -0.5f, NAN, 2, Float.POSITIVE_INFINITY, 0x1p63f, -0x1p63f, 1e30f);
    float[] expected = new float[32];
    expected[0] = 1;
    expected[13] = 1;
    expected[26] = 1;
    assertThat(Nodes.tensor(op, in).toFloats()).containsExactly(expected);
    assertThat(Nodes.tensor(op, Tensor.of(new double[] {2.9}, 1)).toFloats())
        .containsExactly(0, 1, 0, 0);
    assertThat(Nodes.tensor(op, Tensor.of(new int[] {2, 3}, 2)).toFloats())
        .containsExactly(0, 1, 0, 0, 0, 0, 0, 0);
  }

  @Test
  void oneHotPutsARepeatedCategoryLast() {
    OneHotEncoder op = new OneHotEncoder(longs(1, 2, 1), true);
    assertThat(Nodes.tensor(op, longs(1)).toFloats()).containsExactly(0, 0, 1);
  }

  @Test
  void unknownCategoriesAreRefusedByName() {
    assertThatThrownBy(
            () ->
                Nodes.tensor(
                    new OneHotEncoder(strings("a", "b"), false),
                    Tensor.of(new String[] {"a", "żółć"}, 2, 1)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("category 'żółć' is none of the 2 that the model knows");
    assertThatThrownBy(() -> Nodes.tensor(new OneHotEncoder(longs(1, 2), false), floats(1, NAN)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("category NaN");
    assertThatThrownBy(() -> Nodes.tensor(new OneHotEncoder(longs(1, 2), false), longs(9)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("category 9");
  }

  @Test
  void theRowOfAnUnknownCategoryIsTold() {
    String[] data = new String[20];
    Arrays.fill(data, "a");
    data[13] = "c";
    BoundNode node =
        new BoundNode(
            new OneHotEncoder(strings("a", "b"), false), new Prepared(), Tensor.of(data, 10, 2));
    assertThatThrownBy(() -> node.run(10))
        .isInstanceOfSatisfying(InvalidValue.class, error -> assertThat(error.row()).isEqualTo(6));
    assertThat(node.run(6).output(0, 6).toFloats()).hasSize(24).contains(1f);
  }

  @Test
  void labelsByNaN() {
    LabelEncoder toText =
        new LabelEncoder(floats(1, 2, NAN), strings("a", "b", "nan!"), strings("dflt"));
    assertThat(Nodes.tensor(toText, floats(1, NAN, 2, 5)).toStrings())
        .containsExactly("a", "nan!", "b", "dflt");
    LabelEncoder toNumbers = new LabelEncoder(floats(1, 2, NAN), longs(1, 2, 9), longs(-5));
    float otherNaN = Float.intBitsToFloat(0xffc00001);
    assertThat(Nodes.tensor(toNumbers, floats(1, otherNaN, 2, 5)).toLongs())
        .containsExactly(1, 9, 2, -5);
  }

  @Test
  void minusZeroFindsZero() {
    LabelEncoder zero = new LabelEncoder(floats(0), longs(7), longs(-1));
    assertThat(Nodes.tensor(zero, floats(-0f, 0, Float.MIN_VALUE)).toLongs())
        .containsExactly(7, 7, -1);
    LabelEncoder minusZero =
        new LabelEncoder(Tensor.of(new double[] {-0.0}, 1), longs(7), longs(-1));
    assertThat(Nodes.tensor(minusZero, Tensor.of(new double[] {0, -0.0}, 2)).toLongs())
        .containsExactly(7, 7);
  }

  @Test
  void theLastOfRepeatedKeysCounts() {
    LabelEncoder op = new LabelEncoder(longs(1, 1), strings("first", "last"), strings(""));
    assertThat(Nodes.tensor(op, longs(1, 2)).toStrings()).containsExactly("last", "");
  }

  @Test
  void labelsOfText() {
    LabelEncoder op =
        new LabelEncoder(
            strings("", "a", "ab", "żółć", "🌳"), longs(10, 11, 12, 13, 14), longs(42));
    Tensor in = strings("🌳", "", "b", "ab", "żółć", "a", "abc", "a much longer string");
    assertThat(Nodes.tensor(op, in).toLongs()).containsExactly(14, 10, 42, 12, 13, 11, 42, 42);
  }

  @Test
  void theExampleOfTheOperator() {
    LabelEncoder op = new LabelEncoder(strings("Amy", "Sally"), longs(5, 6), longs(-1));
    assertThat(Nodes.tensor(op, strings("Dori", "Amy", "Amy", "Sally", "Sally")).toLongs())
        .containsExactly(-1, 5, 5, 6, 6);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"F32", "F64", "I64", "I32", "I16", "STRING"})
  void anyKeysToAnyValues(DType key) {
    int[] keys = {3, -2, 100};
    int[] asked = {100, 4, 3, -2};
    for (DType value :
        List.of(DType.F32, DType.F64, DType.I64, DType.I32, DType.I16, DType.STRING)) {
      LabelEncoder op = new LabelEncoder(code(key, keys), code(value, 7, 8, 9), code(value, -1));
      Tensor out = Nodes.tensor(op, code(key, asked));
      assertThat(out.dtype()).isEqualTo(value);
      if (value == DType.STRING) {
        assertThat(out.toStrings()).containsExactly("9", "-1", "7", "8");
      } else {
        assertThat(out.toDoubles()).containsExactly(9, -1, 7, 8);
      }
    }
  }

  private static Tensor code(DType dtype, int... values) {
    return dtype == DType.STRING
        ? strings(Arrays.stream(values).mapToObj(Integer::toString).toArray(String[]::new))
        : numbers(dtype, values);
  }

  @Test
  void manyKeysAgreeWithAMap() {
    long seed = 5;
    Random random = new Random(seed);
    int count = 3000;
    long[] numbers = new long[count];
    String[] texts = new String[count];
    long[] values = new long[count];
    Map<Long, Long> byNumber = new HashMap<>();
    Map<String, Long> byText = new HashMap<>();
    for (int i = 0; i < count; i++) {
      numbers[i] = (long) random.nextInt(4000) << (random.nextInt(3) * 20);
      texts[i] = Integer.toString(random.nextInt(4000), 2 + random.nextInt(3));
      values[i] = i;
      byNumber.put(numbers[i], values[i]);
      byText.put(texts[i], values[i]);
    }
    LabelEncoder ofNumbers = new LabelEncoder(longs(numbers), longs(values), longs(-1));
    LabelEncoder ofTexts = new LabelEncoder(strings(texts), longs(values), longs(-1));
    long[] askedNumbers = new long[count];
    String[] askedTexts = new String[count];
    for (int i = 0; i < count; i++) {
      askedNumbers[i] = (long) random.nextInt(4000) << (random.nextInt(3) * 20);
      askedTexts[i] = Integer.toString(random.nextInt(4000), 2 + random.nextInt(3));
    }
    long[] foundNumbers = Nodes.tensor(ofNumbers, longs(askedNumbers)).toLongs();
    long[] foundTexts = Nodes.tensor(ofTexts, strings(askedTexts)).toLongs();
    for (int i = 0; i < count; i++) {
      assertThat(foundNumbers[i])
          .as("seed %d, %d", seed, askedNumbers[i])
          .isEqualTo(byNumber.getOrDefault(askedNumbers[i], -1L));
      assertThat(foundTexts[i])
          .as("seed %d, %s", seed, askedTexts[i])
          .isEqualTo(byText.getOrDefault(askedTexts[i], -1L));
    }
  }

  @Test
  void countsThatDoNotFitAreRefused() {
    assertThatThrownBy(
            () -> Nodes.tensor(new LabelEncoder(longs(1, 2), longs(1), longs(0)), longs(1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("2 keys but 1 values");
    assertThatThrownBy(
            () -> Nodes.tensor(new LabelEncoder(longs(1), longs(1), strings("x")), longs(1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("maps to I64 but its default is STRING");
    assertThatThrownBy(() -> Nodes.tensor(new OneHotEncoder(longs(), true), longs(1)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("at least one category");
  }
}
