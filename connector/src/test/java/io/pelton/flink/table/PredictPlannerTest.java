package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.NullPolicy;
import io.pelton.engine.error.PeltonException;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.RaggedModels;
import io.pelton.flink.RecordModels;
import io.pelton.flink.TestModels;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.DeclarationMismatch;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.flink.model.LoadSettings;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.operator.ScoringSpec;
import io.pelton.flink.table.predict.PredictSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What options and declared columns make of a model. */
class PredictPlannerTest {
  private static final String AMOUNTS_IN = "x FLOAT, amount STRING";
  private static final String AMOUNTS_OUT = "`sum` FLOAT, pair ARRAY<FLOAT>, label STRING";
  private static final int CAPACITY = 100_000;

  @TempDir static Path folder;

  private static RowType row(String columns) {
    return (RowType)
        LogicalTypeParser.parse("ROW<" + columns + ">", PredictPlannerTest.class.getClassLoader());
  }

  private static PredictPlanner planner(Path model, String... options) {
    Map<String, String> all = new HashMap<>(Map.of("provider", "pelton"));
    all.put("model", model.toString());
    for (int i = 0; i < options.length; i += 2) {
      all.put(options[i], options[i + 1]);
    }
    return PredictPlanner.of(
        "m", all, new Configuration(), PredictPlannerTest.class.getClassLoader());
  }

  private static PredictSpec amounts(String... options) {
    return planner(TestModels.amounts(folder), options)
        .plan(row(AMOUNTS_IN), row(AMOUNTS_OUT), CAPACITY);
  }

  @Test
  void standardsAreThoseOfTheDocumentation() throws Exception {
    PredictSpec spec = amounts();
    ScoringSpec<RowData> scoring = spec.scoring();

    assertThat(spec.workers()).isZero();
    assertThat(spec.errors()).isEqualTo(ErrorHandling.FAIL);
    assertThat(scoring.batch().maxRows()).isEqualTo(256);
    assertThat(scoring.batch().linger()).isEqualTo(Duration.ofMillis(5));
    assertThat(scoring.batch().maxBytes()).isEmpty();
    assertThat(scoring.lengths()).isEqualTo(LengthPolicy.exact());
    assertThat(scoring.memoryLimit()).isEqualTo(MemorySize.ofMebiBytes(64).getBytes());
    assertThat(scoring.mayMixRows()).isFalse();
    assertThat(scoring.model().settings()).isEqualTo(LoadSettings.defaults());
    assertThat(scoring.model().sha256()).hasSize(64);
    assertThat(InstantiationUtil.isSerializable(spec)).isTrue();
  }

  @Test
  void optionsAreTaken() {
    PredictSpec spec =
        amounts(
            "batch.max-rows", "512",
            "batch.max-bytes", "1 mb",
            "batch.linger", "1 min",
            "error-handling", "skip",
            "execution.threads", "4",
            "execution.workers", "3",
            "memory-limit", "16 mb",
            "warm-up", "0 ms",
            "keep-loaded", "1 h",
            "device", "cpu",
            "device-resource", "fpga",
            "allow-row-mixing", "true",
            "null-handling", "drop");
    ScoringSpec<RowData> scoring = spec.scoring();

    assertThat(spec.workers()).isEqualTo(3);
    assertThat(spec.errors()).isEqualTo(ErrorHandling.SKIP);
    assertThat(scoring.batch().maxRows()).isEqualTo(512);
    assertThat(scoring.batch().maxBytes()).contains(MemorySize.ofMebiBytes(1));
    assertThat(scoring.batch().linger()).isEqualTo(Duration.ofMinutes(1));
    assertThat(scoring.memoryLimit()).isEqualTo(16 << 20);
    assertThat(scoring.mayMixRows()).isTrue();
    assertThat(scoring.inputs().otherNulls()).isEqualTo(NullPolicy.drop());
    assertThat(scoring.model().backend()).isEqualTo("cpu");
    assertThat(scoring.model().settings().threads()).isEqualTo(4);
    assertThat(scoring.model().settings().warmUp()).isZero();
    assertThat(scoring.model().settings().keepLoaded()).isEqualTo(Duration.ofHours(1));
    assertThat(scoring.model().settings().devices().resource()).isEqualTo("fpga");
  }

  @Test
  void batchesHaveNoMoreRowsThanTheCapacityOrTheModelAllows() {
    PredictSpec few =
        planner(TestModels.amounts(folder)).plan(row(AMOUNTS_IN), row(AMOUNTS_OUT), 10);
    PredictSpec single =
        planner(TestModels.fixedRows(folder, 1)).plan(row("x FLOAT"), row("y FLOAT"), CAPACITY);

    assertThat(few.scoring().batch().maxRows()).isEqualTo(10);
    assertThat(few.capacity()).isEqualTo(10);
    assertThat(single.scoring().batch().maxRows()).isEqualTo(1);
    assertThat(single.scoring().mayMixRows()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "batch-rows | 4 | expected one of [allow-row-mixing, batch.linger,",
        "batch.max-rows | 0 | expected 1 to 1048576, found 0",
        "batch.max-rows | many | expected Integer, found 'many'",
        "batch.max-bytes | 0 | expected more than nothing",
        "batch.linger | 0 ms | expected 1 ms to 60000 ms, found 0 ms",
        "batch.linger | 61 s | expected 1 ms to 60000 ms, found 61000 ms",
        "batch.linger | soon | expected Duration, as '20 ms', found 'soon'",
        "batch.max-elements | 0 | expected 1 to",
        "null-handling | zero | expected standard, fail, nan, drop or default, found 'zero'",
        "null-handling | default | 'null-handling.default': expected a value",
        "null-handling.default | 1 | expected 'null-handling' = 'default' beside it",
        "null-handling.inputs | y = nan | expected inputs that take a column [x, amount]",
        "null-handling.inputs | x = zero | expected standard, fail, nan, drop or default(…)",
        "null-handling.inputs | x = default(none) | expected a number for input 'x: F32[N,1]'",
        "error-handling | retry | expected fail, null or skip, found 'retry'; correct it, or leave it"
            + " out for fail",
        "execution.threads | 0 | expected 1 to 256, found 0",
        "execution.workers | -1 | expected 0 to 256, found -1",
        "memory-limit | 0 | expected more than nothing",
        "warm-up | 2 min | expected 0 ms to 60000 ms",
        "keep-loaded | 2 d | expected 0 ms to 86400000 ms",
        "device | ' ' | expected a text",
        "allow-row-mixing | maybe | expected Boolean, found 'maybe'",
        "checksum | abc | expected a SHA-256 as 64 hexadecimal digits",
        "model-version | 8 | '8', but the file is version '7' and has the SHA-256",
        "model-version | 0000000 | '0000000', but the file is version '7'",
        "model | '' | expected a text",
        "model | cached:adult | expected one of the cached files of 'pipeline.cached-files' []",
        "max-length | 8 | 'padding': expected a model with an input whose second axis is open",
        "truncation | first | expected 'max-length' beside it",
        "padding | 8; 4 | expected 'none', 'powers-of-two', or lengths",
        "padding | much | expected 'none', 'powers-of-two', or lengths",
        "padding.masks | z | 'padding': expected a model with an input whose second axis is open",
        "input.mapping | x | expected entries of the form name = value"
      })
  void valuesThatBreakTheirRuleAreRefused(String option, String value, String message) {
    assertThatThrownBy(() -> amounts(option, value))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(message)
        .hasMessageContaining("; ");
  }

  @Test
  void versionAndChecksumSayWhichModelItMustBe() {
    String sha256 = amounts().scoring().model().sha256();

    assertThat(amounts("model-version", "7").scoring().model().sha256()).isEqualTo(sha256);
    assertThat(amounts("model-version", sha256.substring(0, 8)).scoring().model().sha256())
        .isEqualTo(sha256);
    assertThat(amounts("checksum", sha256).scoring().model().sha256()).isEqualTo(sha256);
    assertThatThrownBy(() -> amounts("checksum", "0".repeat(64)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'checksum': expected the SHA-256 of model")
        .hasMessageContaining("but its bytes have " + sha256);
    assertThatThrownBy(() -> amounts("model-version", sha256.substring(0, 6)))
        .isInstanceOf(InvalidSetting.class);
  }

  @Test
  void modelsThatAreNotThereOrNoneAreNamed() throws Exception {
    Path text = Files.writeString(folder.resolve("text.onnx"), "no model");

    assertThatThrownBy(() -> planner(folder.resolve("absent.onnx")))
        .isInstanceOf(ModelUnreadable.class)
        .hasMessageContaining("absent.onnx");
    assertThatThrownBy(() -> planner(text))
        .isInstanceOf(PeltonException.class)
        .hasMessageContaining("text.onnx");
    assertThatThrownBy(
            () ->
                PredictPlanner.of(
                    "m",
                    Map.of("provider", "pelton"),
                    new Configuration(),
                    PredictPlannerTest.class.getClassLoader()))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'model': expected where the model's file is, found nothing");
  }

  @Test
  void locationsAreFilesResourcesOrCachedFiles() {
    Configuration session =
        Configuration.fromMap(
            Map.of("pipeline.cached-files", "name:models,path:'" + folder.toUri() + "'"));

    assertThat(location("s3://b/m.onnx", session))
        .isEqualTo(new ModelLocation.FilePath("s3://b/m.onnx"));
    assertThat(location("classpath:/models/m.onnx", session))
        .isEqualTo(new ModelLocation.Resource("models/m.onnx"));
    assertThat(location("cached:models/amounts.onnx", session))
        .isEqualTo(
            new ModelLocation.CachedFile("models", "amounts.onnx", folder.toUri().toString()));
    Configuration broken = Configuration.fromMap(Map.of("pipeline.cached-files", "m"));
    assertThatThrownBy(() -> location("cached:m", broken))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'pipeline.cached-files'");
  }

  private static ModelLocation location(String uri, Configuration session) {
    return ModelReference.location(uri, PeltonModelOptions.MODEL, session);
  }

  @Test
  void nullsOfEachInputAreOfItsType() {
    PredictSpec spec =
        planner(
                RecordModels.profile(folder),
                "null-handling",
                "default",
                "null-handling.default",
                "1",
                "null-handling.inputs",
                "member = default(false); city = drop; tags = default(a,b)")
            .plan(
                row(
                    "age FLOAT, visits BIGINT, `member` BOOLEAN, city STRING,"
                        + " weights ARRAY<FLOAT>, tags ARRAY<STRING>"),
                row("score FLOAT"),
                CAPACITY);

    assertThat(spec.scoring().inputs().nulls())
        .containsEntry("age", NullPolicy.defaultValue(1.0))
        .containsEntry("visits", NullPolicy.defaultValue(1L))
        .containsEntry("member", NullPolicy.defaultValue(0L))
        .containsEntry("city", NullPolicy.drop())
        .containsEntry("weights", NullPolicy.defaultValue(1.0))
        .containsEntry("tags", NullPolicy.defaultValue("a,b"));
  }

  @Test
  void nanIsForFloatsOnly() {
    assertThatThrownBy(() -> amounts("null-handling", "nan"))
        .isInstanceOf(DeclarationMismatch.class)
        .hasMessageContaining("amount");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x STRING, amount STRING | `sum` FLOAT | Input 'x', column 'x': expected a column of"
            + " numbers",
        "x FLOAT, amount FLOAT | `sum` FLOAT | Input 'amount', column 'amount': expected a column",
        "x ARRAY<FLOAT>, amount STRING | `sum` INT | column 'sum': expected FLOAT, DOUBLE",
        "x MAP<STRING, FLOAT>, amount STRING | `sum` FLOAT | 'x'",
        "x FLOAT, amount STRING | pair FLOAT | column 'pair'",
        "x FLOAT, amount STRING | label FLOAT | column 'label': expected STRING",
        "x FLOAT | `sum` FLOAT | input 'amount' has no column",
        "x FLOAT, amount STRING | latency STRING | column 'latency': expected DOUBLE"
      })
  void typesThatDoNotSuitShowTheFirstDifference(String columns, String results, String message) {
    PredictPlanner planner = planner(TestModels.amounts(folder));

    assertThatThrownBy(() -> planner.plan(row(columns), row(results), CAPACITY))
        .isInstanceOf(DeclarationMismatch.class)
        .hasMessageContaining(message)
        .hasMessageContaining("INPUT (`x` FLOAT, `amount` STRING)");
  }

  @Test
  void listsArePaddedAsOptionsSay() {
    PredictPlanner planner =
        planner(
            RaggedModels.masked(folder),
            "padding",
            "16; 64",
            "padding.masks",
            "mask",
            "max-length",
            "64",
            "truncation",
            "last",
            "batch.max-elements",
            "1024");
    ScoringSpec<RowData> scoring =
        planner
            .plan(row("ids ARRAY<BIGINT>, scale FLOAT"), row("pooled ARRAY<FLOAT>"), CAPACITY)
            .scoring();

    assertThat(scoring.lengths())
        .isEqualTo(
            LengthPolicy.buckets(16, 64)
                .withMask("mask")
                .withMaxLength(64, Truncation.LAST)
                .withMaxElements(1024));
    assertThat(scoring.inputs().masks()).containsExactly("mask");
    assertThat(scoring.inputs().fields()).containsOnlyKeys("ids", "scale");
  }
}
