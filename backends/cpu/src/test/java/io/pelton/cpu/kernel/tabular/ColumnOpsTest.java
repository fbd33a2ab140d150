package io.pelton.cpu.kernel.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.pelton.cpu.kernel.score.Nodes;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.FeatureOp.ArrayFeatureExtractor;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Imputer;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.graph.FeatureOp.Scaler;
import io.pelton.engine.graph.ScoringOp.ZipMap;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ops that map columns: scaling, imputing, choosing, joining. */
class ColumnOpsTest {
  private static final float NAN = Float.NaN;

  private static Tensor vector(float... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor longs(long... values) {
    return Tensor.of(values, values.length);
  }

  @Test
  void scalers() {
    Scaler perColumn = new Scaler(vector(1, 2), vector(2, 3));
    assertThat(Nodes.tensor(perColumn, Tensor.of(new float[] {1, 2, 3, 4}, 1, 2, 2)).toFloats())
        .containsExactly(0, 0, 4, 6);
    Scaler single = new Scaler(vector(1), vector(0.5f));
    assertThat(Nodes.tensor(single, Tensor.of(new long[] {1, 2, 3, 4}, 2, 2)).toFloats())
        .containsExactly(0, 0.5f, 1, 1.5f);
    assertThat(Nodes.tensor(single, Tensor.of(new int[] {-3}, 1)).toFloats()).containsExactly(-2);
    Scaler large = new Scaler(vector(16777216), vector(1));
    assertThat(Nodes.tensor(large, Tensor.of(new double[] {16777217}, 1, 1)).toFloats())
        .containsExactly(1);
    assertThat(Nodes.tensor(large, Nodes.column(NAN)).toFloats()).containsExactly(NAN);
  }

  @Test
  void scalersWithOtherNumbersOfParametersAreRefused() {
    assertThatThrownBy(() -> Nodes.tensor(new Scaler(vector(1, 2, 3), vector(1)), Nodes.column(1)))
        .isInstanceOf(InvalidOp.class);
  }

  @Test
  void imputersReplaceNaNByColumn() {
    Imputer op = new Imputer(vector(NAN), vector(7, 8));
    Tensor in = Nodes.matrix(new float[] {0, NAN}, new float[] {NAN, -0f});
    assertThat(Nodes.tensor(op, in).toFloats()).containsExactly(0, 8, 7, -0f);
  }

  @Test
  void imputersReplaceANumber() {
    Imputer zeros = new Imputer(vector(0), vector(7, 8));
    Tensor in = Nodes.matrix(new float[] {0, -0f}, new float[] {1, NAN});
    assertThat(Nodes.tensor(zeros, in).toFloats()).containsExactly(7, 8, 1, NAN);
    Imputer integers = new Imputer(longs(Long.MIN_VALUE + 1), longs(Long.MAX_VALUE));
    Tensor big = longs(Long.MIN_VALUE + 1, Long.MIN_VALUE, 5);
    assertThat(Nodes.tensor(integers, big).toLongs())
        .containsExactly(Long.MAX_VALUE, Long.MIN_VALUE, 5);
    Imputer ints = new Imputer(Tensor.of(new int[] {-1}, 1), Tensor.of(new int[] {9}, 1));
    assertThat(Nodes.tensor(ints, Tensor.of(new int[] {-1, 3}, 2)).toLongs()).containsExactly(9, 3);
    Imputer doubles =
        new Imputer(Tensor.of(new double[] {0.1}, 1), Tensor.of(new double[] {0.2}, 1));
    assertThat(Nodes.tensor(doubles, Tensor.of(new double[] {0.1, 0.1f}, 2)).toDoubles())
        .containsExactly(0.2, 0.1f);
  }

  @Test
  void imputersWithOtherNumbersOfValuesAreRefused() {
    Imputer op = new Imputer(vector(NAN), vector(7, 8, 9));
    assertThatThrownBy(() -> Nodes.tensor(op, Nodes.matrix(new float[] {0, NAN})))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("should have 1 or 2 values of 'imputed_value' but has 3");
  }

  @ParameterizedTest
  @CsvSource({
    "MAX, 0.5 -2 1, 1 2 3",
    "L1, 0.14285715 -0.5714286 0.2857143, -0.16666667 -0.33333334 -0.5",
    "L2, 0.2182179 -0.8728716 0.4364358, -0.26726124 -0.5345225 -0.80178374"
  })
  void normalizers(Norm norm, String first, String second) {
    float[][] data = {{1, -4, 2}, {-1, -2, -3}, {0, 0, 0}};
    float[] expected = new float[9];
    String[] parts = (first + " " + second).split(" ", -1);
    for (int i = 0; i < parts.length; i++) {
      expected[i] = Float.parseFloat(parts[i]);
    }
    Normalizer op = new Normalizer(norm);
    assertThat(Nodes.tensor(op, Nodes.matrix(data)).toFloats())
        .containsExactly(expected, offset(1e-7f));
    long[] longs = {1, -4, 2, -1, -2, -3, 0, 0, 0};
    assertThat(Nodes.tensor(op, Tensor.of(longs, 3, 3)).toFloats())
        .containsExactly(expected, offset(1e-7f));
  }

  @Test
  void normalizersDoNotOverflowAndPassOverNaN() {
    Normalizer l2 = new Normalizer(Norm.L2);
    assertThat(Nodes.tensor(l2, Nodes.matrix(new float[] {0x1.8p101f, 0x1p102f})).toFloats())
        .containsExactly(0.6f, 0.8f);
    Normalizer max = new Normalizer(Norm.MAX);
    assertThat(Nodes.tensor(max, Nodes.matrix(new float[] {NAN, 1, 2})).toFloats())
        .containsExactly(NAN, 0.5f, 1);
  }

  @Test
  void binarizers() {
    Binarizer op = new Binarizer(0.5f);
    assertThat(Nodes.tensor(op, Tensor.of(new float[] {0.5f, 0.6f, -1, NAN}, 2, 2)).toFloats())
        .containsExactly(0, 1, 0, 0);
    assertThat(Nodes.tensor(op, Tensor.of(new double[] {0.5, 0.5000000001}, 2)).toDoubles())
        .containsExactly(0, 1);
    assertThat(Nodes.tensor(op, longs(0, 1)).toLongs()).containsExactly(0, 1);
    assertThat(Nodes.tensor(op, Tensor.of(new int[] {0, 1}, 2)).toLongs()).containsExactly(0, 1);
    Binarizer large = new Binarizer(0x1p62f);
    assertThat(Nodes.tensor(large, longs(1L << 62, (1L << 62) + 1, Long.MAX_VALUE)).toLongs())
        .containsExactly(0, 1, 1);
    assertThat(Nodes.tensor(new Binarizer(0x1p63f), longs(Long.MAX_VALUE)).toLongs())
        .containsExactly(0);
  }

  @Test
  void extractors() {
    ArrayFeatureExtractor op = new ArrayFeatureExtractor();
    float[] twelve = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    Tensor indices = longs(0, 1);
    Tensor out = Nodes.tensor(op, Tensor.of(twelve, 3, 4), indices);
    assertThat(out.dims()).containsExactly(3, 2);
    assertThat(out.toFloats()).containsExactly(0, 1, 4, 5, 8, 9);
    out = Nodes.tensor(op, longs(5, 6, 7), Tensor.of(new long[] {2, 2, 0}, 1, 3));
    assertThat(out.dims()).containsExactly(1, 3);
    assertThat(out.toLongs()).containsExactly(7, 7, 5);
    out = Nodes.tensor(op, Tensor.of(new String[] {"a", "", "ß", "d"}, 2, 2), longs(1));
    assertThat(out.toStrings()).containsExactly("", "d");
    assertThat(Nodes.tensor(op, Tensor.of(new double[] {1, 2}, 1, 2), longs(1)).toDoubles())
        .containsExactly(2);
    assertThat(Nodes.tensor(op, Tensor.of(new int[] {1, 2}, 1, 2), longs(1)).toLongs())
        .containsExactly(2);
  }

  @ParameterizedTest
  @CsvSource({"-1", "3", "4294967296"})
  void indicesOutOfRangeAreRefused(long index) {
    assertThatThrownBy(
            () -> Nodes.tensor(new ArrayFeatureExtractor(), vector(1, 2, 3), longs(index)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("index " + index + " is outside of [0, 2]");
  }

  @Test
  void vectorizersCutAndPad() {
    FeatureVectorizer op = new FeatureVectorizer(List.of(2, 3));
    Tensor wide = Nodes.matrix(new float[] {1, 2, 3}, new float[] {4, 5, 6});
    Tensor out = Nodes.tensor(op, wide, Nodes.column(7, 8));
    assertThat(out.dims()).containsExactly(2, 5);
    assertThat(out.toFloats()).containsExactly(1, 2, 7, 0, 0, 4, 5, 8, 0, 0);
    out = Nodes.tensor(op, longs(1, 2), longs(3, 4, 5));
    assertThat(out.toFloats()).containsExactly(1, 2, 3, 4, 5);
    assertThatThrownBy(() -> Nodes.tensor(op, wide, Nodes.column(7)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("operand 1");
  }

  @Test
  void zipMapsKeepTheOrderOfLabels() {
    Tensor scores = Nodes.matrix(new float[] {.1f, .9f}, new float[] {.7f, .3f});
    Value out = Nodes.evaluate(new ZipMap(longs(3, 7)), scores)[0];
    List<Value> maps = ((Sequence) out).values();
    assertThat(maps).hasSize(2);
    Mapping first = (Mapping) maps.get(0);
    assertThat(first.keys().toLongs()).containsExactly(3, 7);
    assertThat(first.values().toFloats()).containsExactly(.1f, .9f);
    assertThat(((Mapping) maps.get(1)).values().toFloats()).containsExactly(.7f, .3f);
  }

  @Test
  void zipMapsTakeStringsAndVectorsAndOtherLayouts() {
    Tensor labels = Tensor.of(new String[] {"no", "yes"}, 2);
    Value out = Nodes.evaluate(new ZipMap(labels), vector(.1f, .9f))[0];
    Mapping only = (Mapping) ((Sequence) out).values().get(0);
    assertThat(only.keys().toStrings()).containsExactly("no", "yes");
    assertThat(only.values().toFloats()).containsExactly(.1f, .9f);
    Tensor strided = Nodes.strided(Nodes.matrix(new float[] {.1f, .9f}, new float[] {.7f, .3f}));
    out = Nodes.evaluate(new ZipMap(labels), strided)[0];
    assertThat(((Mapping) ((Sequence) out).values().get(1)).values().toFloats())
        .containsExactly(.7f, .3f);
  }
}
