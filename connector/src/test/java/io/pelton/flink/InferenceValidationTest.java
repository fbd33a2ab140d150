package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.BindingMismatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.OutputBinding;
import io.pelton.arrow.UnknownColumn;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.error.UnsupportedField;
import io.pelton.flink.sink.ArrowSink;
import io.pelton.flink.source.ArrowSource;
import io.pelton.flink.type.PredictionTypeInfo;
import io.pelton.onnx.OnnxException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong is said when the job is built. */
class InferenceValidationTest {
  private static final PredictionTypeInfo<Row> SCORED =
      new PredictionTypeInfo<>(Types.ROW_NAMED(new String[] {"x"}, Types.FLOAT), List.of("sum"));

  @TempDir Path folder;
  private RowInference.Builder amounts;

  @BeforeEach
  void model() {
    amounts = Inference.rows().model(TestModels.amounts(folder).toString());
  }

  @Test
  void outputsAreKnown() {
    assertThat(amounts.build().outputs()).containsExactly("sum", "pair", "label");
    RowInference chosen =
        Inference.rows()
            .model(TestModels.amounts(folder).toString())
            .output("label")
            .output("sum", "total")
            .build();
    assertThat(chosen.outputs()).containsExactly("label", "total");
  }

  @Test
  void aBatchPolicyHasBounds() {
    assertThatThrownBy(() -> BatchPolicy.of(0, Duration.ofMillis(1)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("maxRows")
        .hasMessageContaining("1 to 1048576")
        .hasMessageContaining("found 0");
    assertThatThrownBy(() -> BatchPolicy.of(1, Duration.ZERO))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("linger");
    assertThat(BatchPolicy.of(1, BatchPolicy.LONGEST).linger()).isEqualTo(Duration.ofDays(1));
  }

  @ParameterizedTest
  @MethodSource
  void aLingerHasAnEnd(Duration linger) {
    assertThatThrownBy(() -> BatchPolicy.of(64, linger))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("linger")
        .hasMessageContaining("PT24H");
  }

  static List<Duration> aLingerHasAnEnd() {
    return List.of(
        Duration.ofMillis(Long.MAX_VALUE),
        Duration.ofSeconds(Long.MAX_VALUE),
        BatchPolicy.LONGEST.plusNanos(1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void nullsAreRefusedWhereTheyAreGiven(String call, Supplier<?> refused) {
    assertThatThrownBy(refused::get)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("found null");
  }

  static List<Arguments> nullsAreRefusedWhereTheyAreGiven() {
    Supplier<RowInference.Builder> rows = Inference::rows;
    Supplier<ArrowInference.Builder> arrow = Inference::arrow;
    String none = null;
    return List.of(
        nulls("model", () -> rows.get().model(null)),
        nulls("modelResource", () -> rows.get().modelResource(null)),
        nulls("name", () -> rows.get().name(null)),
        nulls("backend", () -> rows.get().backend(null)),
        nulls("input", () -> rows.get().input(null, "x")),
        nulls("input's field", () -> rows.get().input("x", none)),
        nulls("input's second field", () -> rows.get().input("x", "a", null)),
        nulls("input's fields", () -> rows.get().input("x", (String[]) null)),
        nulls("nulls", () -> rows.get().nulls(null)),
        nulls("nulls of an input", () -> rows.get().nulls("x", null)),
        nulls("nulls of no input", () -> rows.get().nulls(null, NullPolicy.drop())),
        nulls("batch", () -> rows.get().batch(null)),
        nulls("errors", () -> rows.get().errors(null)),
        nulls("memoryLimit", () -> rows.get().memoryLimit(null)),
        nulls("output", () -> rows.get().output(null)),
        nulls("output's name", () -> rows.get().output("sum", null)),
        nulls("arrow's errors", () -> arrow.get().errors(null)),
        nulls("arrow's schema", () -> arrow.get().schema(null)),
        nulls("arrow's output", () -> arrow.get().output(none)),
        nulls("arrow's column", () -> arrow.get().output("sum", null)),
        nulls("arrow's binding", () -> arrow.get().output((OutputBinding) null)),
        nulls("linger", () -> BatchPolicy.of(1, null)),
        nulls("sideOutput", () -> ErrorPolicy.sideOutput(null)),
        nulls("tag's id", () -> FailedRecord.tag(null, Types.STRING)),
        nulls("tag's type", () -> FailedRecord.tag("bad", null)),
        nulls("rows' schema", () -> ArrowRows.of(null)),
        nulls("source's file", () -> ArrowSource.of(none)),
        nulls("source's files", () -> ArrowSource.of((String[]) null)),
        nulls("source's limit", () -> ArrowSource.of("a.arrow").withMemoryLimit(null)),
        nulls("sink's folder", () -> ArrowSink.batches(null)),
        nulls("sink's type", () -> ArrowSink.predictions("out", null)),
        nulls("sink's field", () -> ArrowSink.predictions("out", SCORED, none)));
  }

  private static Arguments nulls(String call, Supplier<?> refused) {
    return Arguments.of(call, refused);
  }

  @Test
  void aMemoryLimitLeavesRoom() {
    assertThatThrownBy(() -> amounts.memoryLimit(MemorySize.ZERO))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("memoryLimit");
  }

  @Test
  void aModelIsNeeded() {
    assertThatThrownBy(() -> Inference.rows().build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("modelResource");
  }

  @Test
  void aMissingResourceIsSaidAtOnce() {
    assertThatThrownBy(() -> Inference.rows().modelResource("no/such.onnx").build())
        .isInstanceOf(ModelUnreadable.class)
        .hasMessageContaining("no/such.onnx");
  }

  @Test
  void aModelMayComeFromTheClassPath() throws IOException {
    TestModels.amounts(folder);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader jar = new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(jar);
      assertThat(Inference.rows().modelResource("/amounts.onnx").build().outputs()).hasSize(3);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void aFileOutOfReachNeedsNamedOutputs() {
    String file = folder.resolve("elsewhere.onnx").toString();
    assertThatThrownBy(() -> Inference.rows().model(file).build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("output")
        .hasMessageContaining(file)
        .hasMessageContaining("FileNotFoundException")
        .cause()
        .isInstanceOf(ModelUnreadable.class)
        .hasCauseInstanceOf(FileNotFoundException.class);
    assertThat(Inference.rows().model(file).output("label").build().outputs())
        .containsExactly("label");
  }

  @Test
  void aPathThatIsNoneIsSaidAtOnce() {
    assertThatThrownBy(() -> Inference.rows().model("a b:c/fraud.onnx"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting model")
        .hasMessageContaining("'a b:c/fraud.onnx'");
  }

  @Test
  void bytesThatAreNoModelAreRefused() throws IOException {
    Path file = Files.write(folder.resolve("noise.onnx"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThatThrownBy(() -> Inference.rows().model(file.toString()).build())
        .isInstanceOf(OnnxException.class)
        .hasMessageContaining("noise.onnx");
  }

  @Test
  void rulesNameInputsAndOutputsThatExist() {
    assertThatThrownBy(() -> amounts.input("weight", "x").build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'weight'")
        .hasMessageContaining("[x, amount]");
    assertThatThrownBy(
            () ->
                Inference.rows()
                    .model(TestModels.amounts(folder).toString())
                    .nulls("weight", NullPolicy.drop())
                    .build())
        .isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(
            () ->
                Inference.rows()
                    .model(TestModels.amounts(folder).toString())
                    .output("probability")
                    .build())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'probability'")
        .hasMessageContaining("[sum, pair, label]");
  }

  @Test
  void nothingIsSaidTwice() {
    assertThatThrownBy(() -> amounts.input("x", "a").input("x", "b"))
        .isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> amounts.output("sum").output("pair", "sum"))
        .isInstanceOf(InvalidSetting.class);
  }

  @Test
  void aMissingFieldIsNamed() {
    assertThatThrownBy(
            () ->
                amounts.build().apply(rows(new String[] {"x", "price"}, Types.FLOAT, Types.STRING)))
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("'amount'")
        .hasMessageContaining("[x, price]");
  }

  @Test
  void aFieldOfAnotherTypeIsNamed() {
    assertThatThrownBy(
            () ->
                amounts.build().apply(rows(new String[] {"x", "amount"}, Types.FLOAT, Types.FLOAT)))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("'amount'");
    assertThatThrownBy(
            () ->
                amounts
                    .build()
                    .apply(rows(new String[] {"x", "amount"}, Types.SQL_DATE, Types.STRING)))
        .isInstanceOf(UnsupportedField.class)
        .hasMessageContaining("'x'");
  }

  @Test
  void aPolicyThatDoesNotSuitItsInputIsNamed() {
    RowInference inference = amounts.nulls("amount", NullPolicy.nan()).build();
    assertThatThrownBy(
            () -> inference.apply(rows(new String[] {"x", "amount"}, Types.FLOAT, Types.STRING)))
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("'amount'");
  }

  @Test
  void rowsWithoutNamesAreRefused() {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    DataStream<Row> rows =
        environment
            .fromData(Row.of(1f, "1"))
            .map(row -> row)
            .returns(TypeInformation.of(Row.class));
    assertThatThrownBy(() -> amounts.build().apply(rows))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("ROW_NAMED");
  }

  private static DataStream<Row> rows(String[] names, TypeInformation<?>... types) {
    return StreamExecutionEnvironment.getExecutionEnvironment()
        .fromData(Types.ROW_NAMED(names, types), new Row(names.length));
  }
}
