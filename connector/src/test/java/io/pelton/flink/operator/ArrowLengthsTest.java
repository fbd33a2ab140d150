package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.OutputBinding;
import io.pelton.flink.ArrowInference;
import io.pelton.flink.BatchPolicy;
import io.pelton.flink.ErrorPolicy;
import io.pelton.flink.FailedRecord;
import io.pelton.flink.Inference;
import io.pelton.flink.LengthPolicy;
import io.pelton.flink.RaggedModels;
import io.pelton.flink.SharedFolder;
import io.pelton.flink.Texts;
import io.pelton.flink.Truncation;
import io.pelton.flink.error.BadRecord;
import io.pelton.flink.type.ArrowBatchTypeInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches with lists of several lengths. */
class ArrowLengthsTest {
  private static final OutputTag<FailedRecord<ArrowBatch>> BAD =
      FailedRecord.tag("bad", ArrowBatchTypeInfo.INSTANCE);

  private static final Schema MASKED = Texts.schema("ids", "mask");
  private static final Schema IDS = Texts.schema("ids");
  private static final LengthPolicy POWERS = LengthPolicy.powersOfTwo(4);

  @TempDir Path folder;
  private ArrowAllocator allocator;

  @BeforeEach
  void open() {
    allocator = ArrowAllocator.open("test");
  }

  @AfterEach
  void close() {
    allocator.close();
  }

  /** Ids 1 to {@code length} with ones for each. */
  private static Object[] record(int key, int length) {
    return Texts.record(
        key, 1, ids(length), LongStream.range(0, length).map(i -> 1).boxed().toList());
  }

  private static List<Long> ids(int length) {
    return LongStream.rangeClosed(1, length).boxed().toList();
  }

  private ArrowInference.Builder masked() {
    return Inference.arrow().model(RaggedModels.masked(folder).toString());
  }

  /** Bits of all columns of each row of what comes out, by the output's name. */
  private List<String> score(ArrowInference.Builder builder, Schema schema, List<Object[]> records)
      throws Exception {
    try (ArrowHarness harness = ArrowHarness.open(builder.build());
        ArrowBatch batch = Texts.batch(allocator, schema, records)) {
      harness.processElement(batch, 0);
      return lines(harness);
    }
  }

  private static List<String> lines(ArrowHarness harness) {
    return harness.batches().stream()
        .flatMap(batch -> IntStream.range(0, batch.rows()).mapToObj(row -> line(batch, row)))
        .toList();
  }

  private static String line(ArrowBatch batch, int row) {
    return batch.schema().getFields().stream()
        .map(Field::getName)
        .map(name -> name + "=" + Texts.bits(batch, name, row))
        .collect(Collectors.joining(" "));
  }

  private static List<String> keys(List<String> lines) {
    return lines.stream().map(line -> line.substring("key=".length(), line.indexOf(' '))).toList();
  }

  @Test
  void rowsComeOutInOrderWhateverTheirLengths() throws Exception {
    List<Object[]> records = List.of(record(0, 3), record(1, 1), record(2, 3), record(3, 2));
    List<String> together = score(masked(), MASKED, records);
    assertThat(keys(together)).containsExactly("0", "1", "2", "3");
    for (int i = 0; i < records.size(); i++) {
      assertThat(score(masked(), MASKED, records.subList(i, i + 1)))
          .containsExactly(together.get(i));
    }
    assertThat(together.get(1)).contains(" count=" + Integer.toHexString(Float.floatToIntBits(1)));
  }

  @Test
  void paddingNeverShows() throws Exception {
    List<Object[]> records = List.of(record(0, 3), record(1, 1), record(2, 9), record(3, 4));
    List<String> exact = score(masked(), MASKED, records);
    assertThat(score(masked().lengths(POWERS), MASKED, records)).isEqualTo(exact);
    try (ArrowHarness harness = ArrowHarness.open(masked().lengths(POWERS).build());
        ArrowBatch batch = Texts.batch(allocator, MASKED, records)) {
      harness.processElement(batch, 0);
      ArrowBatch scored = harness.batches().get(0);
      assertThat(
              IntStream.range(0, 4)
                  .map(row -> ((List<?>) scored.vector("hidden").getObject(row)).size()))
          .containsExactly(3, 1, 9, 4);
    }
  }

  @Test
  void aMaskNeedsNoColumn() throws Exception {
    List<Object[]> records = Texts.random(new SplittableRandom(3), 24, 6, 20, 1);
    List<String> expected = score(masked(), MASKED, records);
    List<Object[]> bare =
        records.stream().map(each -> new Object[] {each[0], each[1], each[3]}).toList();
    for (LengthPolicy policy :
        List.of(
            LengthPolicy.exact(), POWERS, LengthPolicy.buckets(3, 5), POWERS.withMaxElements(1))) {
      assertThat(
              score(masked().lengths(policy.withMask("mask")), IDS, bare).stream()
                  .map(line -> line.replaceAll(" scale=.*? hidden", " hidden")))
          .containsExactlyElementsOf(
              expected.stream()
                  .map(line -> line.replaceAll(" mask=.*? hidden", " hidden"))
                  .toList());
    }
  }

  @Test
  void aModelThatDoesNotMaskIsNotPadded() throws Exception {
    ArrowInference.Builder exact =
        Inference.arrow().model(RaggedModels.averaged(folder).toString());
    List<Object[]> records = Texts.random(new SplittableRandom(4), 20, 6, 20);
    List<String> expected = score(exact, IDS, records);
    assertThat(score(exact.lengths(POWERS), IDS, records)).isEqualTo(expected);
  }

  @Test
  void longListsAreRefusedOrCut() throws Exception {
    List<Object[]> records = List.of(record(0, 2), record(1, 5), record(2, 3));
    LengthPolicy refuse = POWERS.withMaxLength(3, Truncation.REFUSE);
    try (ArrowHarness harness =
            ArrowHarness.open(
                masked().lengths(refuse).errors(ErrorPolicy.sideOutput(BAD)).build());
        ArrowBatch batch = Texts.batch(allocator, MASKED, records)) {
      harness.processElement(batch, 0);
      assertThat(keys(lines(harness))).containsExactly("0", "2");
      assertThat(failures(harness))
          .containsExactly("ids: A list of 5 elements is longer than maxLength 3.");
    }
    List<Object[]> first = List.of(record(0, 2), record(1, 3), record(2, 3));
    List<Object[]> last =
        List.of(
            record(0, 2),
            Texts.record(1, 1, List.of(3L, 4L, 5L), List.of(1L, 1L, 1L)),
            record(2, 3));
    assertThat(outputs(masked().lengths(POWERS.withMaxLength(3, Truncation.FIRST)), records))
        .isEqualTo(outputs(masked(), first));
    assertThat(outputs(masked().lengths(POWERS.withMaxLength(3, Truncation.LAST)), records))
        .isEqualTo(outputs(masked(), last));
  }

  private List<String> outputs(ArrowInference.Builder builder, List<Object[]> records)
      throws Exception {
    return score(builder, MASKED, records).stream()
        .map(line -> line.substring(line.indexOf("hidden")))
        .toList();
  }

  private static List<String> failures(ArrowHarness harness) {
    return harness.getSideOutput(BAD).stream()
        .map(StreamRecord::getValue)
        .map(failed -> failed.field() + ": " + failed.reason())
        .toList();
  }

  @Test
  void badRowsLeaveTheirGroupAlone() throws Exception {
    Object[] unequal = Texts.record(1, 1, ids(3), List.of(1L, 1L));
    Object[] unknown = Texts.record(3, 1, List.of(1L, 99L, 2L), List.of(1L, 1L, 1L));
    Object[] missing = Texts.record(5, 1, null, List.of(1L, 1L, 1L));
    Object[] holed = Texts.record(7, 1, Arrays.asList(1L, null, 3L), List.of(1L, 1L, 1L));
    List<Object[]> good =
        List.of(record(0, 3), record(2, 1), record(4, 3), record(6, 2), record(8, 3));
    List<Object[]> all =
        List.of(
            good.get(0),
            unequal,
            good.get(1),
            unknown,
            good.get(2),
            missing,
            good.get(3),
            holed,
            good.get(4));
    for (LengthPolicy policy : List.of(LengthPolicy.exact(), POWERS)) {
      try (ArrowHarness harness =
              ArrowHarness.open(
                  masked().lengths(policy).errors(ErrorPolicy.sideOutput(BAD)).build());
          ArrowBatch batch = Texts.batch(allocator, MASKED, all)) {
        harness.processElement(batch, 0);
        assertThat(lines(harness)).isEqualTo(score(masked(), MASKED, good));
        assertThat(failures(harness))
            .hasSize(4)
            .first()
            .isEqualTo("mask: Expected a list of 3 elements, found 2.");
        assertThat(failures(harness).get(1)).startsWith("ids: Node 'look up' (Gather)");
        assertThat(failures(harness).subList(2, 4))
            .allMatch(each -> each.startsWith("ids: A null"));
      }
    }
  }

  @Test
  void theJobFailsAfterTheRowsBeforeCameOut() throws Exception {
    List<Object[]> records =
        List.of(record(0, 3), Texts.record(1, 1, List.of(99L), List.of(1L)), record(2, 3));
    try (ArrowHarness harness = ArrowHarness.open(masked().lengths(POWERS).build());
        ArrowBatch batch = Texts.batch(allocator, MASKED, records)) {
      assertThatThrownBy(() -> harness.processElement(batch, 0))
          .isInstanceOf(BadRecord.class)
          .hasMessageContaining("field 'ids'")
          .hasMessageContaining("99");
      assertThat(keys(lines(harness))).containsExactly("0");
    }
  }

  @Test
  void nullsAreDroppedOrFilledByTheRecordAlone() throws Exception {
    Object[] missing = Texts.record(1, 1, null, List.of(1L, 1L));
    List<Object[]> records = List.of(record(0, 3), missing, record(2, 1));
    assertThat(keys(score(masked().nulls(NullPolicy.drop()), MASKED, records)))
        .containsExactly("0", "2");
    NullPolicy sevens = NullPolicy.defaultValue(7L);
    Object[] filled = Texts.record(1, 1, List.of(7L, 7L), List.of(1L, 1L));
    for (LengthPolicy policy : List.of(LengthPolicy.exact(), POWERS)) {
      assertThat(outputs(masked().lengths(policy).nulls("ids", sevens), records))
          .isEqualTo(outputs(masked(), List.of(record(0, 3), filled, record(2, 1))));
    }
  }

  @Test
  void longBatchesAreCutBeforeTheyAreGrouped() throws Exception {
    List<Object[]> records = Texts.random(new SplittableRandom(6), 30, 5, 20, 1);
    List<String> expected = score(masked(), MASKED, records);
    ArrowInference.Builder small =
        masked().lengths(POWERS).batch(BatchPolicy.of(7, Duration.ofMillis(1)));
    assertThat(score(small, MASKED, records)).isEqualTo(expected);
  }

  @Test
  void aLengthThatTheModelRefusesIsItsRecordsFailure() throws Exception {
    Schema schema = Texts.schema("input_ids", "attention_mask", "token_type_ids");
    List<Object[]> records = Stream.of(3, 101, 0, 100).map(ArrowLengthsTest::tokens).toList();
    for (LengthPolicy policy : List.of(LengthPolicy.exact(), LengthPolicy.powersOfTwo(8))) {
      ArrowInference.Builder bert =
          Inference.arrow()
              .model(SharedFolder.path("models/tribuo_tinybert/model.onnx").toString())
              .output(OutputBinding.list("output_1", "pooled"))
              .lengths(policy)
              .errors(ErrorPolicy.sideOutput(BAD));
      try (ArrowHarness harness = ArrowHarness.open(bert.build());
          ArrowBatch batch = Texts.batch(allocator, schema, records)) {
        harness.processElement(batch, 0);
        assertThat(keys(lines(harness))).containsExactly("3", "100");
        assertThat(failures(harness)).hasSize(2);
        assertThat(failures(harness).get(0))
            .startsWith("input_ids: The model does not take lists of 101 elements: ");
      }
    }
  }

  private static Object[] tokens(int length) {
    List<Long> ids = LongStream.range(0, length).map(i -> 1 + i % 13).boxed().toList();
    List<Long> ones = LongStream.range(0, length).map(i -> 1).boxed().toList();
    List<Long> zeros = LongStream.range(0, length).map(i -> 0).boxed().toList();
    return Texts.record(length, 0, ids, ones, zeros);
  }
}
