package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import io.pelton.arrow.BindingMismatch;
import io.pelton.arrow.UnknownColumn;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.Prediction;
import io.pelton.flink.RecordModels;
import io.pelton.flink.RowDataInferenceBuilder;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.UnsupportedField;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of tables: which of their types feed which inputs, and what becomes of bad ones. */
class RowDataInferenceTest {
  private static final LogicalType TEXT = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType CUSTOMER = rows(List.of("age", "name"), new SmallIntType(), TEXT);

  @TempDir Path folder;

  @Test
  void fieldsOfRowsWithinAreNamedByPath() throws Exception {
    RowType type = rows(List.of("id", "customer"), new BigIntType(), CUSTOMER);
    RowDataInferenceBuilder builder =
        builder(TestModels.amounts(folder))
            .input("x", "customer.age")
            .input("amount", "customer.name");
    List<Prediction<RowData>> predictions =
        score(
            builder,
            type,
            GenericRowData.of(1L, GenericRowData.of((short) 7, StringData.fromString("0.5"))),
            GenericRowData.of(2L, GenericRowData.of(null, StringData.fromString("2"))));
    assertThat(predictions)
        .extracting(prediction -> prediction.number("sum"))
        .containsExactly(7.5, Double.NaN);
  }

  @Test
  void aRowWithinThatIsNullIsNull() throws Exception {
    RowType type = rows(List.of("customer", "amount"), CUSTOMER, TEXT);
    List<Prediction<RowData>> predictions =
        score(
            builder(TestModels.amounts(folder)).input("x", "customer.age"),
            type,
            GenericRowData.of(null, StringData.fromString("2")));
    assertThat(predictions.get(0).number("sum")).isNaN();
  }

  /** As the bridge reads them: decimals as numbers, dates and times in the column's own unit. */
  @Test
  void otherTypesAreColumnsOfTheirOwn() throws Exception {
    RowType type =
        rows(
            List.of("price", "day", "at", "within", "unused"),
            new DecimalType(10, 2),
            new DateType(),
            new TimestampType(3),
            rows(List.of("count"), new IntType(false)),
            new MapType(TEXT, TEXT));
    List<Prediction<RowData>> predictions =
        score(
            builder(RecordModels.doubled(folder, DataType.DOUBLE_VALUE, 4))
                .input("x", "price", "day", "at", "within.count"),
            type,
            GenericRowData.of(
                DecimalData.fromBigDecimal(new BigDecimal("12.34"), 10, 2),
                20_000,
                TimestampData.fromEpochMillis(1_700_000_000_123L),
                GenericRowData.of(3),
                null),
            GenericRowData.of(null, null, null, null, null));
    assertThat(predictions.get(0).doubles("y"))
        .containsExactly(24.68, 40_000, 3_400_000_000_246.0, 6);
    assertThat(predictions.get(1).doubles("y")).containsOnly(Double.NaN).hasSize(4);
  }

  @Test
  void arraysBesideDecimalsAreListsOfTheirOwn() throws Exception {
    RowType type = rows(List.of("x"), new ArrayType(new DecimalType(4, 1)));
    List<Prediction<RowData>> predictions =
        score(
            builder(RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2)),
            type,
            GenericRowData.of(
                new GenericArrayData(
                    new Object[] {
                      DecimalData.fromBigDecimal(new BigDecimal("1.5"), 4, 1),
                      DecimalData.fromBigDecimal(new BigDecimal("-2.0"), 4, 1)
                    })));
    assertThat(predictions.get(0).floats("y")).containsExactly(3, -4);
  }

  @Test
  void floatsAreTheSameHoweverAnArrayHoldsThem() throws Exception {
    RowType type = rows(List.of("x"), new ArrayType(new FloatType()));
    BinaryArrayData gap = BinaryArrayData.fromPrimitiveArray(new float[] {1.5f, 2});
    gap.setNullAt(1);
    List<Prediction<RowData>> predictions =
        RecordHarness.score(
            builder(RecordModels.doubled(folder, DataType.FLOAT_VALUE, 2)).build(),
            InternalTypeInfo.of(type),
            List.of(
                GenericRowData.of(new GenericArrayData(new float[] {1.5f, 2})),
                GenericRowData.of(new GenericArrayData(new Float[] {1.5f, 2f})),
                GenericRowData.of(BinaryArrayData.fromPrimitiveArray(new float[] {1.5f, 2})),
                GenericRowData.of(new GenericArrayData(new Float[] {1.5f, null})),
                GenericRowData.of(gap)));
    assertThat(predictions.subList(0, 3))
        .allSatisfy(each -> assertThat(each.floats("y")).containsExactly(3, 4));
    assertThat(predictions.subList(3, 5))
        .allSatisfy(each -> assertThat(each.floats("y")).containsExactly(3, Float.NaN));
  }

  @Test
  void badRowsGoAsideWithFieldAndReason() throws Exception {
    RowType type = rows(List.of("x", "id"), new ArrayType(new BigIntType()), new BigIntType());
    OutputTag<FailedRecord<RowData>> bad = FailedRecord.tag("bad", InternalTypeInfo.of(type));
    RowDataInferenceBuilder builder =
        builder(RecordModels.doubled(folder, DataType.INT32_VALUE, 2))
            .errors(ErrorPolicy.sideOutput(bad));
    try (RecordHarness<RowData> harness =
        RecordHarness.open(
            builder.build(), InternalTypeInfo.of(type), GenericRowData.of(null, 0L))) {
      long[][] values = {{1, 2}, {1}, {1, 1L << 40}, {3, 4}};
      for (int i = 0; i < values.length; i++) {
        harness.processElement(GenericRowData.of(new GenericArrayData(values[i]), (long) i), i);
      }
      harness.processElement(GenericRowData.of(null, 4L), 4);
      harness.endInput();
      assertThat(harness.timestamps()).containsExactly(0L, 3L);
      assertThat(harness.failed(bad)).extracting(FailedRecord::field).containsOnly("x");
      assertThat(harness.failed(bad))
          .extracting(failed -> failed.record().getLong(1))
          .containsExactly(1L, 2L, 4L);
      assertThat(harness.failed(bad))
          .extracting(FailedRecord::reason)
          .satisfiesExactly(
              reason -> assertThat(reason).isEqualTo("Expected a list of 2 elements, found 1."),
              reason -> assertThat(reason).contains("does not fit"),
              reason -> assertThat(reason).startsWith("A null is not allowed"));
    }
  }

  @Test
  void aValueThatItsColumnCanNotHoldGoesAsideToo() throws Exception {
    RowType type = rows(List.of("x", "day"), new ArrayType(new FloatType(false)), new DateType());
    OutputTag<FailedRecord<RowData>> bad = FailedRecord.tag("bad", InternalTypeInfo.of(type));
    RowDataInferenceBuilder builder =
        builder(RecordModels.doubledPair(folder))
            .input("z", "day")
            .errors(ErrorPolicy.sideOutput(bad));
    try (RecordHarness<RowData> harness =
        RecordHarness.open(builder.build(), InternalTypeInfo.of(type), row(1, 2))) {
      harness.processElement(row(1, 2), 0);
      harness.processElement(GenericRowData.of(new GenericArrayData(new Float[] {1f, null}), 5), 1);
      harness.processElement(row(3), 2);
      harness.processElement(row(5, 6), 3);
      harness.endInput();
      assertThat(harness.timestamps()).containsExactly(0L, 3L);
      assertThat(harness.extractOutputValues().get(1).floats("y")).containsExactly(10, 12);
      assertThat(harness.failed(bad))
          .extracting(FailedRecord::reason)
          .satisfiesExactlyInAnyOrder(
              reason -> assertThat(reason).contains("null").contains("FLOAT NOT NULL"),
              reason -> assertThat(reason).isEqualTo("Expected a list of 2 elements, found 1."));
    }
  }

  private static RowData row(float... values) {
    return GenericRowData.of(new GenericArrayData(values), 5);
  }

  @Test
  void aRowThatContradictsItsTypeFails() throws Exception {
    RowType type = rows(List.of("x"), new FloatType());
    try (RecordHarness<RowData> harness =
        RecordHarness.open(
            builder(TestModels.relu(folder)).build(),
            InternalTypeInfo.of(type),
            GenericRowData.of(1f))) {
      assertThatThrownBy(() -> harness.processElement(GenericRowData.of(1L), 0))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("field 'x'")
          .hasMessageContaining("contradicts its type");
      assertThatThrownBy(() -> harness.processElement(GenericRowData.of(1f, 2f), 0))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("2 fields where its type has 1");
    }
  }

  @Test
  void theKindOfChangeIsKept() throws Exception {
    GenericRowData row = GenericRowData.of(-1f);
    row.setRowKind(RowKind.UPDATE_BEFORE);
    List<Prediction<RowData>> predictions =
        score(builder(TestModels.relu(folder)), rows(List.of("x"), new FloatType()), row);
    assertThat(predictions.get(0).input().getRowKind()).isEqualTo(RowKind.UPDATE_BEFORE);
    assertThat(predictions.get(0).number("y")).isZero();
  }

  @Test
  void streamsThatDoNotSayTheirFieldsNeedARowType() throws Exception {
    TypeInformation<RowData> plain = Types.GENERIC(RowData.class);
    RowType type = rows(List.of("x"), new FloatType());
    assertThatThrownBy(() -> open(builder(TestModels.relu(folder)), plain))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("rowType(…)");
    List<Prediction<RowData>> predictions =
        RecordHarness.score(
            builder(TestModels.relu(folder)).rowType(type).build(),
            plain,
            List.of(GenericRowData.of(3f)));
    assertThat(predictions.get(0).number("y")).isEqualTo(3);
  }

  @Test
  void aRowTypeMayRenameButNotRetype() throws Exception {
    InternalTypeInfo<RowData> stream =
        InternalTypeInfo.of(rows(List.of("f0", "f1"), new FloatType(), TEXT));
    RowType renamed = rows(List.of("x", "y"), new FloatType(), TEXT);
    List<Prediction<RowData>> predictions =
        RecordHarness.score(
            builder(TestModels.relu(folder)).rowType(renamed).build(),
            stream,
            List.of(GenericRowData.of(3f, null)));
    assertThat(predictions.get(0).number("y")).isEqualTo(3);
    RowType retyped = rows(List.of("x", "y"), new IntType(), TEXT);
    assertThatThrownBy(() -> open(builder(TestModels.relu(folder)).rowType(retyped), stream))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("rowType")
        .hasMessageContaining("INT")
        .hasMessageContaining("FLOAT");
  }

  @Test
  void whatDoesNotSuitTheModelIsRefusedWhenTheJobIsBuilt() {
    assertThatThrownBy(
            () ->
                open(
                    builder(TestModels.relu(folder)),
                    InternalTypeInfo.of(rows(List.of("a", "b"), CUSTOMER, new IntType()))))
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("'x'")
        .hasMessageContaining("a.age");
    assertThatThrownBy(
            () ->
                open(
                    builder(TestModels.relu(folder)),
                    InternalTypeInfo.of(rows(List.of("x", "y"), TEXT, TEXT))))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("a column of numbers");
    assertThatThrownBy(
            () ->
                builder(TestModels.counts(folder))
                    .rowType(rows(List.of("count"), new FloatType()))
                    .build())
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("a column of integers");
    assertThatThrownBy(
            () ->
                builder(TestModels.relu(folder))
                    .rowType(rows(List.of("x"), new ArrayType(unsupported())))
                    .build())
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("'item'");
  }

  private static LogicalType unsupported() {
    return new RawType<>(Integer.class, IntSerializer.INSTANCE);
  }

  @Test
  void unusedFieldsMayBeOfAnyType() throws Exception {
    List<Prediction<RowData>> predictions =
        score(
            builder(TestModels.relu(folder)),
            rows(List.of("when", "x"), unsupported(), new FloatType()),
            GenericRowData.of(null, 2f));
    assertThat(predictions.get(0).number("y")).isEqualTo(2);
  }

  private static void open(RowDataInferenceBuilder builder, TypeInformation<RowData> type)
      throws Exception {
    RecordHarness.open(builder.build(), type, new GenericRowData(2)).close();
  }

  private static List<Prediction<RowData>> score(
      RowDataInferenceBuilder builder, RowType type, RowData... rows) throws Exception {
    return RecordHarness.score(builder.build(), InternalTypeInfo.of(type), List.of(rows));
  }

  private static RowDataInferenceBuilder builder(Path model) {
    return Inference.rowData()
        .model(model.toString())
        .batch(BatchPolicy.of(2, Duration.ofMillis(10)));
  }

  private static RowType rows(List<String> names, LogicalType... types) {
    return RowType.of(types, names.toArray(String[]::new));
  }
}
