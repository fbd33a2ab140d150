package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.NullPolicy;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.Prediction;
import io.pelton.flink.RaggedModels;
import io.pelton.flink.RowDataInferenceBuilder;
import io.pelton.flink.TestModels;
import io.pelton.flink.TokenModels;
import io.pelton.flink.TokenizerFiles;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.error.InvalidTokenizer;
import io.pelton.flink.error.TokenizerUnreadable;
import io.pelton.flink.text.Pooling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts that feed a model as tokens. */
class TextInferenceTest {
  private static final LogicalType STRING = new VarCharType(VarCharType.MAX_LENGTH);
  private static final RowType TEXTS =
      RowType.of(new LogicalType[] {STRING}, new String[] {"text"});
  private static final OutputTag<FailedRecord<RowData>> BAD =
      FailedRecord.tag("bad", InternalTypeInfo.of(TEXTS));
  private static final String OUTPUT = "last_hidden_state";

  @TempDir Path folder;

  private RowDataInferenceBuilder encoder(int rows, int maxLength, Truncation longer) {
    return builder(TokenModels.encoder(folder), rows, maxLength, longer);
  }

  private RowDataInferenceBuilder builder(Path model, int rows, int maxLength, Truncation longer) {
    return Inference.rowData()
        .rowType(TEXTS)
        .model(model.toString())
        .backend("cpu")
        .batch(BatchPolicy.of(rows, Duration.ofMillis(10)))
        .tokenizer("text", TokenizerFiles.words(folder).toString(), maxLength, longer);
  }

  private static RowData text(String text) {
    return GenericRowData.of(StringData.fromString(text));
  }

  private static List<Prediction<RowData>> score(RowDataInferenceBuilder builder, String... texts)
      throws Exception {
    List<RowData> rows = Arrays.stream(texts).map(TextInferenceTest::text).toList();
    return RecordHarness.score(builder.build(), InternalTypeInfo.of(TEXTS), rows);
  }

  private static List<float[]> floats(List<Prediction<RowData>> predictions, String output) {
    return predictions.stream().map(each -> each.floats(output)).toList();
  }

  /** What the model without a head gives: the vector of each token, and of its type. */
  private static float[] vectors(int... ids) {
    float[] offset = TokenModels.vector(0);
    float[] all = new float[ids.length * TokenModels.WIDTH];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          TokenModels.vector(ids[i / TokenModels.WIDTH])[i % TokenModels.WIDTH]
              + offset[i % TokenModels.WIDTH];
    }
    return all;
  }

  private static String words(SplittableRandom random, int most) {
    return IntStream.range(0, random.nextInt(most))
        .mapToObj(i -> "w" + random.nextInt(190))
        .collect(Collectors.joining(" "));
  }

  @Test
  void aTextIsItsTokens() throws Exception {
    List<Prediction<RowData>> scored =
        score(encoder(8, 6, Truncation.FIRST), "w5 w7", "", "w1 what w2", "w1 w2 w3 w4 w5 w6 w7");
    assertThat(floats(scored, OUTPUT))
        .containsExactly(
            vectors(TokenizerFiles.FIRST, id(5), id(7), TokenizerFiles.LAST),
            vectors(TokenizerFiles.FIRST, TokenizerFiles.LAST),
            vectors(
                TokenizerFiles.FIRST, id(1), TokenizerFiles.UNKNOWN, id(2), TokenizerFiles.LAST),
            vectors(TokenizerFiles.FIRST, id(1), id(2), id(3), id(4), TokenizerFiles.LAST));
  }

  private static int id(int word) {
    return TokenizerFiles.id(word);
  }

  @Test
  void aTextHasItsBitsWhateverIsBesideIt() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    String[] texts = IntStream.range(0, 60).mapToObj(i -> words(random, 40)).toArray(String[]::new);
    List<float[]> alone =
        floats(
            score(encoder(1, 32, Truncation.FIRST).pooling(Pooling.MEAN).normalize(), texts),
            OUTPUT);
    assertThat(alone).allSatisfy(vector -> assertThat(vector).hasSize(TokenModels.WIDTH));
    for (int rows : new int[] {7, 64}) {
      for (LengthPolicy policy : List.of(LengthPolicy.exact(), LengthPolicy.powersOfTwo(8))) {
        RowDataInferenceBuilder together =
            encoder(rows, 32, Truncation.FIRST).pooling(Pooling.MEAN).normalize().lengths(policy);
        assertThat(floats(score(together, texts), OUTPUT))
            .as("%d rows, %s", rows, policy)
            .containsExactlyElementsOf(alone);
      }
    }
  }

  @Test
  void aModelMayTakeNothingButIds() throws Exception {
    RowDataInferenceBuilder builder =
        builder(TokenModels.plain(folder), 4, 9, Truncation.FIRST).pooling(Pooling.LAST);
    assertThat(floats(score(builder, "w1 w2", "w3"), "vectors"))
        .containsOnly(TokenModels.vector(TokenizerFiles.LAST));
  }

  /** Padded to the only length that the model takes, with nothing to see of it. */
  @Test
  void aModelMayTakeOneLengthOnly() throws Exception {
    String[] texts = {"w5 w7", "", "w1 w2 w3", "w1 w2 w3 w4 w5 w6 w7"};
    List<float[]> open =
        floats(score(encoder(8, 6, Truncation.FIRST).pooling(Pooling.MEAN), texts), OUTPUT);
    RowDataInferenceBuilder fixed =
        builder(TokenModels.fixed(folder, 6), 8, 6, Truncation.FIRST).pooling(Pooling.MEAN);
    assertThat(floats(score(fixed, texts), OUTPUT)).containsExactlyElementsOf(open);
    assertThatThrownBy(builder(TokenModels.fixed(folder, 6), 8, 7, Truncation.FIRST)::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining(
            "Setting max-length: expected 6 at most, as input 'input_ids' declares")
        .hasMessageContaining("found 7; set it to 6 or less");
  }

  @Test
  void nullsAndLongTextsFailByThemselves() throws Exception {
    RowDataInferenceBuilder builder =
        encoder(8, 5, Truncation.REFUSE).errors(ErrorPolicy.sideOutput(BAD));
    try (RecordHarness<RowData> harness =
        RecordHarness.open(builder.build(), InternalTypeInfo.of(TEXTS), text("w1"))) {
      harness.processElement(text("w1 w2 w3"), 0);
      harness.processElement(GenericRowData.of((Object) null), 1);
      harness.processElement(text("w1 w2 w3 w4"), 2);
      harness.processElement(text(""), 3);
      harness.endInput();
      assertThat(harness.timestamps()).containsExactly(0L, 3L);
      assertThat(harness.failed(BAD)).extracting(FailedRecord::field).containsOnly("text");
      assertThat(harness.failed(BAD).get(0).reason()).startsWith("A null is not allowed");
      assertThat(harness.failed(BAD).get(1).reason())
          .isEqualTo("A text of more than 5 tokens does not fit max-length.");
    }
  }

  @Test
  void nullsAreDroppedOrFilledOnRequest() throws Exception {
    RowDataInferenceBuilder dropping =
        encoder(8, 5, Truncation.FIRST)
            .nulls(NullPolicy.drop())
            .errors(ErrorPolicy.sideOutput(BAD));
    try (RecordHarness<RowData> harness =
        RecordHarness.open(dropping.build(), InternalTypeInfo.of(TEXTS), text("w1"))) {
      harness.processElement(text("w1"), 0);
      harness.processElement(GenericRowData.of((Object) null), 1);
      harness.processElement(text("w1 w2"), 2);
      harness.endInput();
      assertThat(harness.timestamps()).containsExactly(0L, 2L);
      assertThat(harness.failed(BAD)).extracting(FailedRecord::field).containsExactly("text");
    }
    for (RowDataInferenceBuilder filling :
        List.of(
            encoder(8, 5, Truncation.FIRST).nulls(NullPolicy.defaultValue("w9")),
            encoder(8, 5, Truncation.FIRST).nulls("input_ids", NullPolicy.defaultValue("w9")))) {
      List<Prediction<RowData>> filled =
          RecordHarness.score(
              filling.build(),
              InternalTypeInfo.of(TEXTS),
              List.of(GenericRowData.of((Object) null), text("w9")));
      assertThat(filled.get(0).floats(OUTPUT)).isEqualTo(filled.get(1).floats(OUTPUT));
    }
    assertThatThrownBy(
            encoder(8, 5, Truncation.FIRST).nulls("input_ids", NullPolicy.defaultValue(0))::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("a default text for column 'text'");
  }

  @Test
  void byDefaultABadTextFailsTheJob() {
    assertThatThrownBy(() -> score(encoder(1, 3, Truncation.REFUSE), "w1", "w1 w2"))
        .isInstanceOf(BadRecord.class)
        .hasMessageContaining("field 'text': A text of more than 3 tokens");
  }

  /** The text is in a row within, beside a number for another input. */
  @Test
  void otherFieldsFeedOtherInputs() throws Exception {
    RowType review = RowType.of(new LogicalType[] {STRING}, new String[] {"body"});
    RowType type =
        RowType.of(new LogicalType[] {new FloatType(), review}, new String[] {"scale", "review"});
    RowDataInferenceBuilder builder =
        Inference.rowData()
            .rowType(type)
            .model(RaggedModels.masked(folder).toString())
            .backend("cpu")
            .tokenizer("review.body", TokenizerFiles.words(folder).toString(), 9, Truncation.FIRST);
    List<Prediction<RowData>> scored =
        RecordHarness.score(
            builder.build(),
            InternalTypeInfo.of(type),
            List.of(
                GenericRowData.of(1f, text("w1 w2")),
                GenericRowData.of(2f, text("w1 w2")),
                GenericRowData.of(1f, text("w1 w2 w3 w4"))));
    float[] pooled = scored.get(0).floats("pooled");
    assertThat(scored.get(1).floats("pooled"))
        .containsExactly(2 * pooled[0], 2 * pooled[1], 2 * pooled[2], 2 * pooled[3]);
    assertThat(scored).extracting(each -> each.number("count")).containsExactly(4.0, 4.0, 6.0);
  }

  @Test
  void whatDoesNotFitIsSaidWhereTheJobIsBuilt() throws Exception {
    assertThatThrownBy(builder(TestModels.amounts(folder), 8, 9, Truncation.FIRST)::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting tokenizer: expected a model with an input for token ids")
        .hasMessageContaining("x: ");
    RowType numbers = RowType.of(new LogicalType[] {new FloatType()}, new String[] {"text"});
    assertThatThrownBy(encoder(8, 9, Truncation.FIRST).rowType(numbers)::build)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting tokenizer.column: expected a column of STRING");
    assertThatThrownBy(() -> encoder(8, 2, Truncation.FIRST))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting max-length: expected 3 tokens or more, found 2");
    assertThatThrownBy(() -> encoder(8, 9, Truncation.LAST))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("Setting truncation: expected FIRST or REFUSE, found LAST");
    RowDataInferenceBuilder missing =
        encoder(8, 9, Truncation.FIRST)
            .tokenizer("text", folder.resolve("none.json").toString(), 9, Truncation.FIRST);
    assertThatThrownBy(missing::build)
        .isInstanceOf(TokenizerUnreadable.class)
        .hasMessageContaining("none.json")
        .hasMessageContaining("put the model's tokenizer.json where every TaskManager can read it");
    Path other = Files.writeString(folder.resolve("other.json"), "{\"version\": \"1.0\"}");
    assertThatThrownBy(
            encoder(8, 9, Truncation.FIRST).tokenizer("text", other.toString(), 9, Truncation.FIRST)
                ::build)
        .isInstanceOf(InvalidTokenizer.class);
  }

  @Test
  void someTypesCanNotBeBesideAText() {
    RowType type =
        RowType.of(
            new LogicalType[] {new DecimalType(9, 2), STRING}, new String[] {"scale", "text"});
    RowDataInferenceBuilder builder =
        Inference.rowData()
            .rowType(type)
            .model(RaggedModels.masked(folder).toString())
            .backend("cpu")
            .tokenizer("text", TokenizerFiles.words(folder).toString(), 9, Truncation.FIRST);
    assertThatThrownBy(builder::build)
        .hasMessageContaining("scale")
        .hasMessageContaining("DECIMAL(9, 2)");
  }
}
