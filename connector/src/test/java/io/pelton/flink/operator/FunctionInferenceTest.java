package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import io.pelton.arrow.BindingMismatch;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.FunctionInferenceBuilder;
import io.pelton.flink.Inference;
import io.pelton.flink.RecordModels;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.error.FunctionFailed;
import io.pelton.flink.error.InvalidSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of records that feed inputs. */
class FunctionInferenceTest {
  private static final TypeInformation<String> TEXTS = Types.STRING;

  @TempDir Path folder;

  @Test
  void whatAFunctionThrowsIsItsRecordsFailure() throws Exception {
    OutputTag<FailedRecord<String>> bad = FailedRecord.tag("bad", TEXTS);
    FunctionInferenceBuilder<String> builder =
        builder(TestModels.amounts(folder))
            .number("x", text -> Double.parseDouble(text))
            .text("amount", FunctionInferenceTest::checked)
            .errors(ErrorPolicy.sideOutput(bad));
    try (RecordHarness<String> harness = RecordHarness.open(builder.build(), TEXTS, "")) {
      harness.processElement("1", 0);
      harness.processElement("many", 1);
      harness.processElement("13", 2);
      harness.processElement("2", 3);
      assertThat(harness.timestamps()).containsExactly(0L, 3L);
      assertThat(harness.extractOutputValues())
          .extracting(prediction -> prediction.number("sum"))
          .containsExactly(2.0, 4.0);
      assertThat(harness.failed(bad))
          .extracting(FailedRecord::record)
          .containsExactly("many", "13");
      assertThat(harness.failed(bad))
          .extracting(FailedRecord::field)
          .containsExactly("x", "amount");
      assertThat(harness.failed(bad))
          .extracting(FailedRecord::reason)
          .satisfiesExactly(
              reason -> assertThat(reason).contains("NumberFormatException").contains("many"),
              reason -> assertThat(reason).contains("IOException: no 13"));
    }
  }

  private static String checked(String text) throws IOException {
    if ("13".equals(text)) {
      throw new IOException("no 13");
    }
    return text;
  }

  @Test
  void byDefaultTheJobFailsWithTheInputsName() throws Exception {
    FunctionInferenceBuilder<String> builder =
        builder(TestModels.counts(folder)).integer("count", text -> Long.parseLong(text));
    try (RecordHarness<String> harness = RecordHarness.open(builder.build(), TEXTS, "")) {
      assertThatThrownBy(() -> harness.processElement("many", 0))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("field 'count'")
          .hasMessageContaining("NumberFormatException")
          .hasCauseInstanceOf(FunctionFailed.class)
          .hasRootCauseInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void whatAnInputCanNotTakeIsABadRecord() throws Exception {
    OutputTag<FailedRecord<String>> bad = FailedRecord.tag("bad", TEXTS);
    FunctionInferenceBuilder<String> builder =
        builder(RecordModels.doubled(folder, DataType.INT32_VALUE, 2))
            .input("x", FunctionInferenceTest::anything)
            .errors(ErrorPolicy.sideOutput(bad));
    try (RecordHarness<String> harness = RecordHarness.open(builder.build(), TEXTS, "")) {
      for (String kind : List.of("list", "array", "text", "single", "none", "long", "large")) {
        harness.processElement(kind, 0);
      }
      harness.endInput();
      assertThat(harness.extractOutputValues())
          .extracting(prediction -> prediction.integers("y"))
          .containsExactly(new long[] {2, 4}, new long[] {6, 8});
      assertThat(harness.failed(bad))
          .extracting(failed -> failed.record() + ": " + failed.reason())
          .satisfiesExactlyInAnyOrder(
              text -> assertThat(text).startsWith("text: ").contains("found a string"),
              text -> assertThat(text).startsWith("single: ").contains("lists of I32"),
              text -> assertThat(text).startsWith("none: A null is not allowed"),
              text -> assertThat(text).startsWith("long: ").contains("of 2 elements, found 3"),
              text -> assertThat(text).startsWith("large: ").contains("does not fit"));
    }
  }

  private static Object anything(String kind) {
    return switch (kind) {
      case "list" -> List.of(1, 2L);
      case "array" -> new short[] {3, 4};
      case "single" -> 1;
      case "none" -> null;
      case "long" -> new int[3];
      case "large" -> new long[] {1, 1L << 40};
      default -> kind;
    };
  }

  @Test
  void everyInputNeedsAFunction() {
    FunctionInferenceBuilder<String> one =
        builder(TestModels.amounts(folder)).number("x", text -> 1);
    assertThatThrownBy(one::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("none for 'amount'")
        .hasMessageContaining("input(\"amount\", record -> …)");
    FunctionInferenceBuilder<String> three =
        builder(TestModels.counts(folder)).integer("count", text -> 1).number("y", text -> 1);
    assertThatThrownBy(three::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'y'")
        .hasMessageContaining("[count]");
    FunctionInferenceBuilder<String> twice = builder(TestModels.counts(folder));
    twice.integer("count", text -> 1);
    assertThatThrownBy(() -> twice.number("count", text -> 1))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("one call for 'count'");
    assertThatThrownBy(() -> twice.input("count", "field"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("a function for 'count'");
  }

  @Test
  void functionsOfAnotherKindAreRefusedWhenTheJobIsBuilt() {
    FunctionInferenceBuilder<String> real =
        builder(TestModels.counts(folder)).number("count", text -> 1);
    assertThatThrownBy(real::build)
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("'count'")
        .hasMessageContaining("a column of integers");
    FunctionInferenceBuilder<String> many =
        builder(TestModels.relu(folder)).text("x", text -> text);
    assertThatThrownBy(many::build)
        .isInstanceOf(BindingMismatch.class)
        .hasMessageContaining("a column of numbers");
  }

  @Test
  void functionsMustTravelToTheTaskManagers() {
    Object local = new Object();
    FunctionInferenceBuilder<String> builder = builder(TestModels.relu(folder));
    assertThatThrownBy(() -> builder.number("x", text -> local.hashCode()))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("a serializable function for 'x'")
        .hasMessageContaining("java.lang.Object");
  }

  private static FunctionInferenceBuilder<String> builder(Path model) {
    return Inference.functions(String.class)
        .model(model.toString())
        .batch(BatchPolicy.of(2, Duration.ofMillis(10)));
  }
}
