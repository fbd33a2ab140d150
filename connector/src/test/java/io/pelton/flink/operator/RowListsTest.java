package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import io.pelton.arrow.BindingMismatch;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RecordModels;
import io.pelton.flink.RowInference;
import io.pelton.flink.error.UnsupportedField;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields of rows that hold arrays and lists. */
class RowListsTest {
  @TempDir Path folder;

  static Stream<Arguments> floats() {
    return Stream.of(
        Arguments.of(Types.PRIMITIVE_ARRAY(Types.FLOAT), new float[] {1, 2, 0.5f}),
        Arguments.of(BasicArrayTypeInfo.FLOAT_ARRAY_TYPE_INFO, new Float[] {1f, 2f, 0.5f}),
        Arguments.of(Types.OBJECT_ARRAY(Types.FLOAT), new Float[] {1f, 2f, 0.5f}),
        Arguments.of(Types.LIST(Types.FLOAT), List.of(1f, 2f, 0.5f)),
        Arguments.of(Types.PRIMITIVE_ARRAY(Types.DOUBLE), new double[] {1, 2, 0.5}),
        Arguments.of(Types.LIST(Types.DOUBLE), List.of(1.0, 2.0, 0.5)));
  }

  static Stream<Arguments> integers() {
    return Stream.of(
        Arguments.of(Types.PRIMITIVE_ARRAY(Types.LONG), new long[] {1, 2, -3}),
        Arguments.of(Types.PRIMITIVE_ARRAY(Types.INT), new int[] {1, 2, -3}),
        Arguments.of(Types.PRIMITIVE_ARRAY(Types.SHORT), new short[] {1, 2, -3}),
        Arguments.of(Types.OBJECT_ARRAY(Types.LONG), new Long[] {1L, 2L, -3L}),
        Arguments.of(Types.LIST(Types.INT), List.of(1, 2, -3)));
  }

  @ParameterizedTest
  @MethodSource("floats")
  void anArrayOfFloatsFeedsOneInput(TypeInformation<?> type, Object list) throws Exception {
    try (RowHarness harness = open(DataType.FLOAT_VALUE, type, 3)) {
      harness.row(0, list);
      harness.row(1, list);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.floats("y"))
          .containsExactly(new float[] {2, 4, 1}, new float[] {2, 4, 1});
    }
  }

  @ParameterizedTest
  @MethodSource("integers")
  void anArrayOfIntegersFeedsOneInput(TypeInformation<?> type, Object list) throws Exception {
    try (RowHarness harness = open(DataType.INT64_VALUE, type, 3)) {
      harness.row(0, list);
      harness.row(1, list);
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.integers("y"))
          .containsExactly(new long[] {2, 4, -6}, new long[] {2, 4, -6});
    }
  }

  @Test
  void integersAreNumbersForAnInputOfFloats() throws Exception {
    RowTypeInfo rows = rows(Types.PRIMITIVE_ARRAY(Types.LONG));
    try (RowHarness harness = open(DataType.FLOAT_VALUE, rows.getTypeAt(0), 2)) {
      harness.row(0, new long[] {1, 1 << 24});
      harness.row(1, new long[] {3, 4});
      assertThat(harness.predictions().get(0).floats("y")).containsExactly(2, 1 << 25);
    }
  }

  @Test
  void anArrayFillsSeveralAxesInRowMajorOrder() throws Exception {
    try (RowHarness harness =
        open(DataType.FLOAT_VALUE, Types.PRIMITIVE_ARRAY(Types.FLOAT), 2, 2)) {
      harness.row(0, new float[] {1, 2, 3, 4});
      harness.row(1, new float[] {5, 6, 7, 8});
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.floats("y"))
          .containsExactly(new float[] {2, 4, 6, 8}, new float[] {10, 12, 14, 16});
    }
  }

  @Test
  void nullsFollowThePolicy() throws Exception {
    try (RowHarness harness = open(DataType.FLOAT_VALUE, Types.OBJECT_ARRAY(Types.FLOAT), 2)) {
      harness.row(0, (Object) null);
      harness.row(1, (Object) new Float[] {1f, null});
      assertThat(harness.predictions())
          .extracting(prediction -> prediction.floats("y"))
          .containsExactly(new float[] {Float.NaN, Float.NaN}, new float[] {2, Float.NaN});
    }
  }

  @Test
  void aListOfAnotherLengthIsOneBadRecord() throws Exception {
    RowTypeInfo rows = rows(Types.PRIMITIVE_ARRAY(Types.FLOAT));
    OutputTag<FailedRecord<Row>> bad = FailedRecord.tag("bad", rows);
    RowInference inference =
        builder(DataType.FLOAT_VALUE, 3).errors(ErrorPolicy.sideOutput(bad)).build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      harness.row(0, new float[] {1, 2, 3});
      harness.row(1, new float[] {1, 2});
      harness.row(2, new float[] {4, 5, 6});
      assertThat(harness.events()).containsExactly("@0", "@2");
      FailedRecord<Row> failed = harness.failed(bad).get(0);
      assertThat(failed.field()).isEqualTo("x");
      assertThat(failed.reason()).isEqualTo("Expected a list of 3 elements, found 2.");
      assertThat((float[]) failed.record().getField(0)).containsExactly(1, 2);
    }
  }

  @Test
  void aNumberThatDoesNotFitIsOneBadRecord() throws Exception {
    RowTypeInfo rows = rows(Types.PRIMITIVE_ARRAY(Types.LONG));
    OutputTag<FailedRecord<Row>> bad = FailedRecord.tag("bad", rows);
    RowInference inference =
        builder(DataType.INT32_VALUE, 2).errors(ErrorPolicy.sideOutput(bad)).build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      harness.row(0, new long[] {1, 1L << 40});
      harness.row(1, new long[] {1, 2});
      harness.row(2, new long[] {3, 4});
      assertThat(harness.events()).containsExactly("@1", "@2");
      assertThat(harness.failed(bad)).extracting(FailedRecord::field).containsExactly("x");
    }
  }

  @Test
  void fieldsOfAllKindsFeedAModelOfSeveralInputs() throws Exception {
    RowTypeInfo rows =
        (RowTypeInfo)
            Types.ROW_NAMED(
                new String[] {"tags", "weights", "city", "member", "visits", "age", "unused"},
                Types.OBJECT_ARRAY(Types.STRING),
                Types.LIST(Types.FLOAT),
                Types.STRING,
                Types.BOOLEAN,
                Types.INT,
                Types.FLOAT,
                Types.GENERIC(Object.class));
    RowInference inference =
        Inference.rows()
            .model(RecordModels.profile(folder).toString())
            .batch(BatchPolicy.of(2, Duration.ofMillis(10)))
            .build();
    try (RowHarness harness = RowHarness.open(inference, rows)) {
      String[] tags = {"7", "8.5"};
      harness.row(0, tags, List.of(1f, 2f, 3f), "Bern", true, 5, 40f, null);
      harness.row(1, tags, Arrays.asList(1f, null, 3f), "Köln", false, 6, 2f, null);
      Prediction<Row> first = harness.predictions().get(0);
      Prediction<Row> second = harness.predictions().get(1);
      assertThat(first.number("score")).isEqualTo(46);
      assertThat(first.floats("spread")).containsExactly(40, 80, 120);
      assertThat(first.floats("counts")).containsExactly(7, 8.5f);
      assertThat(first.text("place")).isEqualTo("Bern");
      assertThat(second.number("score")).isEqualTo(8);
      assertThat(second.floats("spread")).containsExactly(2, Float.NaN, 6);
      assertThat(second.text("place")).isEqualTo("Köln");
    }
  }

  @Test
  void listsThatDoNotSuitTheirInputAreRefusedWhenTheJobIsBuilt() {
    assertThatThrownBy(
            () -> open(DataType.FLOAT_VALUE, Types.OBJECT_ARRAY(Types.STRING), 3).close())
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("Input 'x'")
        .hasMessageContaining("a column of numbers");
    assertThatThrownBy(
            () -> open(DataType.INT64_VALUE, Types.PRIMITIVE_ARRAY(Types.FLOAT), 3).close())
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("a column of integers");
    assertThatThrownBy(
            () -> open(DataType.FLOAT_VALUE, Types.LIST(Types.LIST(Types.FLOAT)), 3).close())
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("Field 'x'")
        .hasMessageContaining("arrays and lists of these but byte[]");
    assertThatThrownBy(
            () -> open(DataType.INT64_VALUE, Types.PRIMITIVE_ARRAY(Types.BYTE), 3).close())
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("byte[]");
  }

  private RowHarness open(int dtype, TypeInformation<?> type, long... dims) throws Exception {
    return RowHarness.open(builder(dtype, dims).build(), rows(type));
  }

  private RowInference.Builder builder(int dtype, long... dims) {
    return Inference.rows()
        .model(RecordModels.doubled(folder, dtype, dims).toString())
        .batch(BatchPolicy.of(2, Duration.ofMillis(10)));
  }

  private static RowTypeInfo rows(TypeInformation<?> type) {
    return (RowTypeInfo) Types.ROW_NAMED(new String[] {"x"}, type);
  }
}
