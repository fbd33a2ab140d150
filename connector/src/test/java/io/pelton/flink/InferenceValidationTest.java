package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.BindingMismatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.UnknownColumn;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.error.UnsupportedField;
import io.pelton.onnx.OnnxException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said when the job is built. */
class InferenceValidationTest {
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
    assertThatThrownBy(() -> BatchPolicy.of(1, null)).isInstanceOf(InvalidSetting.class);
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
        .hasMessageContaining(file);
    assertThat(Inference.rows().model(file).output("label").build().outputs())
        .containsExactly("label");
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
