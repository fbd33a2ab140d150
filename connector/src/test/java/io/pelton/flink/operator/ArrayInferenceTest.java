package io.pelton.flink.operator;

import static java.util.Collections.singletonList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import io.pelton.arrow.BindingMismatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.flink.ArrayInferenceBuilder;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RecordModels;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.InvalidSetting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays as rows of a model's one input. */
class ArrayInferenceTest {
  @TempDir Path folder;

  @Test
  void everyArrayIsARow() throws Exception {
    Path floats = RecordModels.doubled(folder, DataType.FLOAT_VALUE, 3);
    assertThat(score(floats, new float[] {1, 2, Float.NaN}, new float[] {4, 5, 6}))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {2, 4, Float.NaN}, new float[] {8, 10, 12});
    assertThat(score(floats, new double[] {1, 2, 0.1}))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {2, 4, 0.2f});
    assertThat(score(floats, new int[] {1, 2, 3}))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {2, 4, 6});
    assertThat(
            score(
                RecordModels.doubled(folder, DataType.INT64_VALUE, 2),
                new long[] {1, Long.MAX_VALUE >> 1}))
        .extracting(prediction -> prediction.integers("y"))
        .containsExactly(new long[] {2, Long.MAX_VALUE - 1});
  }

  @Test
  void textsAndTruthValues() throws Exception {
    assertThat(score(RecordModels.parsed(folder), singletonList(new String[] {"1", "2.5"})))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {1, 2.5f});
    assertThat(score(RecordModels.truths(folder), new boolean[] {true, false}))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {1, 0});
  }

  @Test
  void severalAxesAreInRowMajorOrder() throws Exception {
    assertThat(
            score(
                RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2, 2),
                new float[] {1, 2, 3, 4},
                new float[] {5, 6, 7, 8}))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {2, 4, 6, 8}, new float[] {10, 12, 14, 16});
  }

  @Test
  void anArrayOfAnotherLengthGoesAside() throws Exception {
    TypeInformation<float[]> type = TypeInformation.of(float[].class);
    OutputTag<FailedRecord<float[]>> bad = FailedRecord.tag("bad", type);
    ArrayInferenceBuilder<float[]> builder =
        builder(RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2, 2), float[].class)
            .errors(ErrorPolicy.sideOutput(bad));
    try (RecordHarness<float[]> harness = RecordHarness.open(builder.build(), type, new float[4])) {
      harness.processElement(new float[4], 0);
      harness.processElement(new float[3], 1);
      harness.processElement(new float[4], 2);
      assertThat(harness.timestamps()).containsExactly(0L, 2L);
      assertThat(harness.failed(bad).get(0).record()).hasSize(3);
      assertThat(harness.failed(bad).get(0).field()).isEqualTo("x");
      assertThat(harness.failed(bad).get(0).reason())
          .isEqualTo("Expected a list of 4 elements, found 3.");
    }
  }

  @Test
  void nullsWithinFollowThePolicy() throws Exception {
    TypeInformation<String[]> type = TypeInformation.of(String[].class);
    ArrayInferenceBuilder<String[]> builder =
        builder(RecordModels.parsed(folder), String[].class)
            .nulls("text", NullPolicy.defaultValue("7"));
    assertThat(
            RecordHarness.score(
                builder.build(), type, List.of(new String[] {"1", "2"}, new String[] {null, "3"})))
        .extracting(prediction -> prediction.floats("y"))
        .containsExactly(new float[] {1, 2}, new float[] {7, 3});
  }

  @Test
  void modelsOfSeveralInputsNeedRows() {
    ArrayInferenceBuilder<float[]> builder =
        builder(RecordModels.doubledPair(folder), float[].class);
    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("2 inputs fed from [x, z]")
        .hasMessageContaining("rows with a field of arrays");
  }

  @Test
  void whatDoesNotSuitTheModelIsRefusedWhenTheJobIsBuilt() {
    ArrayInferenceBuilder<String[]> text =
        builder(RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2), String[].class);
    assertThatThrownBy(text::build)
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("a column of numbers");
    ArrayInferenceBuilder<double[]> scalar =
        builder(RecordModels.doubled(folder, DataType.INT64_VALUE, 2), double[].class);
    assertThatThrownBy(scalar::build)
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("a column of integers");
    assertThatThrownBy(() -> Inference.arrays(Float[].class))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("java.lang.Float[]")
        .hasMessageContaining("float[], double[]");
  }

  @Test
  void aModelOfOneNumberTakesArraysOfOne() throws Exception {
    assertThat(score(TestModels.relu(folder), new float[] {-1}, new float[] {2}))
        .extracting(prediction -> prediction.number("y"))
        .containsExactly(0.0, 2.0);
  }

  @SuppressWarnings("varargs")
  @SafeVarargs
  private static <A> List<Prediction<A>> score(Path model, A... arrays) throws Exception {
    return score(model, List.of(arrays));
  }

  @SuppressWarnings("unchecked")
  private static <A> List<Prediction<A>> score(Path model, List<A> arrays) throws Exception {
    Class<A> type = (Class<A>) arrays.get(0).getClass();
    return RecordHarness.score(builder(model, type).build(), TypeInformation.of(type), arrays);
  }

  private static <A> ArrayInferenceBuilder<A> builder(Path model, Class<A> type) {
    return Inference.arrays(type)
        .model(model.toString())
        .batch(BatchPolicy.of(2, Duration.ofMillis(10)));
  }
}
