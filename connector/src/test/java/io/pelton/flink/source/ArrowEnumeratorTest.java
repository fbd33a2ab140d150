package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.UnknownColumn;
import io.pelton.flink.AmountsFile;
import io.pelton.flink.Batches;
import io.pelton.flink.error.FileChanged;
import io.pelton.flink.error.SchemaMismatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowEnumeratorTest {
  @TempDir private Path folder;

  @Test
  void readersGetSplitsWhenTheyAskAndNoOneStarves() {
    write("a.arrow", 16);
    EnumeratorHarness splits = new EnumeratorHarness(source(), 2).ask(0).ask(1);
    assertThat(splits.given()).isEmpty();
    splits.look();
    assertThat(splits.metrics.getGauge("enumerator", "unassignedSplits").orElseThrow().getValue())
        .isEqualTo(6L);
    assertThat(splits.given(0)).hasSize(1);
    assertThat(splits.given(1)).hasSize(1);
    assertThat(splits.drain(1)).hasSize(7);
    assertThat(splits.isTold(0)).isFalse();
    splits.ask(0);
    assertThat(splits.isTold(0)).isTrue();
    assertCovers(splits.given(), "a.arrow", 16);
  }

  @Test
  void manyFilesAreCutOncePerFile() throws IOException {
    Files.createDirectories(folder.resolve("day=1/hour=2"));
    for (int i = 0; i < 100; i++) {
      write((i % 2 == 0 ? "day=1/hour=2/" : "") + "f" + i + ".arrow", 2);
    }
    EnumeratorHarness splits = new EnumeratorHarness(source(), 3).look();
    assertThat(splits.drain(0)).hasSize(100).allMatch(split -> split.end() == 2);
    assertThat(splits.given(0)).extracting(ArrowSplit::uri).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void readersBeginBeforeAllFilesWereLookedAt() {
    for (int i = 0; i < 70; i++) {
      write("f%02d.arrow".formatted(i), 1);
    }
    Discovery discovery = new Discovery(source().spec(), new SeenFiles(), null);
    assertThat(discovery.next(1).files()).hasSize(64);
    Discovery.Finds rest = discovery.next(1);
    assertThat(rest.files()).hasSize(6);
    assertThat(rest.complete()).isTrue();
  }

  @Test
  void splitsThatComeBackAreGivenToWhoAsks() {
    write("a.arrow", 8);
    EnumeratorHarness splits = new EnumeratorHarness(source(), 2).look().ask(0).ask(0);
    List<ArrowSplit> lost = splits.given(0);
    splits.drain(1);
    assertThat(splits.given(1)).hasSize(6);
    assertThat(splits.isTold(1)).isTrue();
    splits.fail(0, lost).ask(0).ask(0);
    assertThat(splits.given(0)).hasSize(4);
    assertThat(splits.given(0).subList(2, 4)).isEqualTo(lost);
  }

  @Test
  void aFailedReaderThatWaitedIsNotGivenSplits() {
    write("a.arrow", 8);
    EnumeratorHarness splits = new EnumeratorHarness(source(), 2).ask(0);
    splits.fail(0, List.of()).look();
    assertThat(splits.given(0)).isEmpty();
  }

  @Test
  void aCheckpointAtAnyPointCoversTheRest() throws Exception {
    write("a.arrow", 8);
    write("b.arrow", 4);
    for (int given = 0; given <= 9; given++) {
      EnumeratorHarness before = new EnumeratorHarness(source(), 2).look();
      for (int i = 0; i < given; i++) {
        before.ask(i % 2);
      }
      EnumeratorHarness after = new EnumeratorHarness(source(), 3, before.snapshot()).look();
      List<ArrowSplit> all = new ArrayList<>(before.given());
      all.addAll(after.drain(2));
      assertCovers(all, "a.arrow", 8);
      assertCovers(all, "b.arrow", 4);
      assertThat(after.isTold(2)).isTrue();
    }
  }

  @Test
  void aCheckpointBeforeTheFirstLookStartsOver() throws Exception {
    write("a.arrow", 4);
    PendingSplits nothing = new EnumeratorHarness(source(), 1).snapshot();
    assertThat(nothing.discovered()).isFalse();
    assertCovers(new EnumeratorHarness(source(), 1, nothing).look().drain(0), "a.arrow", 4);
  }

  @Test
  void newFilesAreFoundOnce() throws Exception {
    ArrowSource source = source().monitorEvery(Duration.ofSeconds(1));
    write("a.arrow", 1);
    EnumeratorHarness splits = new EnumeratorHarness(source, 1).look().ask(0).ask(0);
    assertThat(files(splits)).containsExactly("a.arrow");
    write("b.arrow", 1);
    splits.look().look().ask(0).look();
    assertThat(files(splits)).containsExactly("a.arrow", "b.arrow");
    assertThat(splits.isTold(0)).isFalse();

    EnumeratorHarness restored = new EnumeratorHarness(source, 1, splits.snapshot()).ask(0).look();
    assertThat(files(restored)).isEmpty();
    write("c.arrow", 1);
    restored.look();
    assertThat(files(restored)).containsExactly("c.arrow");
  }

  @Test
  void whatWasSeenTakesTheSameRoomWhateverTheNames() throws IOException {
    SeenFiles seen = new SeenFiles();
    for (int i = 0; i < 100; i++) {
      seen.add(new SourceFile("hdfs://host/" + "long/".repeat(i) + i, i));
    }
    byte[] bytes =
        new PendingSplitsSerializer().serialize(new PendingSplits(false, List.of(), seen, null, 1));
    assertThat(bytes).hasSize(100 * 24 + 18);
  }

  @Test
  void unfinishedFilesAreNotPickedUp() throws Exception {
    Files.createDirectories(folder.resolve("_temporary"));
    Files.createDirectories(folder.resolve(".staging"));
    for (String name :
        List.of(
            ".a.arrow",
            "_a.arrow",
            "_temporary/a.arrow",
            ".staging/a.arrow",
            "a.arrow.tmp",
            "a.arrow.inprogress",
            "a.arrow._COPYING_",
            "a.arrow.part")) {
      Files.writeString(folder.resolve(name), "half");
    }
    ArrowSource source = source().monitorEvery(Duration.ofSeconds(1));
    EnumeratorHarness splits = new EnumeratorHarness(source, 1).ask(0).look();
    assertThat(splits.given()).isEmpty();
    write("_a.arrow", 1);
    Files.move(folder.resolve("_a.arrow"), folder.resolve("a.arrow"));
    splits.look();
    assertThat(files(splits)).containsExactly("a.arrow");
  }

  @Test
  void whatIsNamedItselfIsReadWhateverItsName() {
    write("_a.arrow", 1);
    ArrowSource source = ArrowSource.of(folder.resolve("_a.arrow").toString());
    assertThat(new EnumeratorHarness(source, 1).look().drain(0)).hasSize(1);
  }

  @Test
  void aFileInAFolderThatIsNamedTooIsReadOnce() {
    write("a.arrow", 1);
    ArrowSource source = ArrowSource.of(folder.toString(), folder.resolve("a.arrow").toString());
    assertThat(new EnumeratorHarness(source, 1).look().drain(0)).hasSize(1);
  }

  @Test
  void namesAreFiltered() throws IOException {
    write("a.arrow", 1);
    Files.writeString(folder.resolve("readme.txt"), "not read");
    ArrowSource source = source().withFileNames("*.{arrow,feather}");
    assertThat(files(new EnumeratorHarness(source, 1).look().ask(0).ask(0)))
        .containsExactly("a.arrow");
  }

  @Test
  void aFileThatGrowsIsNamed() throws IOException {
    ArrowSource source = source().monitorEvery(Duration.ofSeconds(1));
    write("a.arrow", 1);
    EnumeratorHarness splits = new EnumeratorHarness(source, 1).look();
    Files.write(folder.resolve("a.arrow"), new byte[7], StandardOpenOption.APPEND);
    assertThatThrownBy(splits::look)
        .hasRootCauseInstanceOf(FileChanged.class)
        .hasStackTraceContaining("a.arrow")
        .hasStackTraceContaining("rename them when they are complete");
  }

  @Test
  void aFileThatIsCutOffIsNamed() throws IOException {
    write("a.arrow", 2);
    byte[] bytes = Files.readAllBytes(folder.resolve("a.arrow"));
    Files.write(folder.resolve("a.arrow"), java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> new EnumeratorHarness(source(), 1).look())
        .hasRootCauseInstanceOf(InvalidArrowFile.class)
        .hasStackTraceContaining("a.arrow");
  }

  @Test
  void aMissingFolderIsNamed() {
    ArrowSource source = ArrowSource.of(folder.resolve("none").toString());
    assertThatThrownBy(() -> new EnumeratorHarness(source, 1).look())
        .hasCauseInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("none");
  }

  @Test
  void anEmptyFolderIsTheEnd() {
    EnumeratorHarness splits = new EnumeratorHarness(source(), 1).look().ask(0);
    assertThat(splits.given()).isEmpty();
    assertThat(splits.isTold(0)).isTrue();
  }

  @Test
  void anotherSchemaIsToldByItsFirstDifference() {
    write("a.arrow", 1);
    Schema other =
        new Schema(
            List.of(
                Batches.AMOUNTS.getFields().get(0),
                Field.nullable("amount", new ArrowType.Int(32, true))));
    AmountsFile.writeEmpty(folder.resolve("b.arrow"), other);
    assertThatThrownBy(() -> new EnumeratorHarness(source(), 1).look())
        .hasRootCauseInstanceOf(SchemaMismatch.class)
        .hasStackTraceContaining("b.arrow")
        .hasStackTraceContaining(
            "column 2 is 'amount' of Int(32, true), in the first file it is 'amount' of Utf8");
    // the columns they have in common can be read
    ArrowSource common = source().withColumns("x");
    assertThat(new EnumeratorHarness(common, 1).look().drain(0)).hasSize(1);
  }

  @Test
  void theFirstSchemaOutlivesARestart() throws Exception {
    ArrowSource source = source().monitorEvery(Duration.ofSeconds(1));
    write("a.arrow", 1);
    PendingSplits saved = new EnumeratorHarness(source, 1).look().snapshot();
    AmountsFile.writeEmpty(
        folder.resolve("b.arrow"), new Schema(List.of(Batches.AMOUNTS.getFields().get(0))));
    EnumeratorHarness restored = new EnumeratorHarness(source, 1, saved);
    assertThatThrownBy(restored::look)
        .hasRootCauseInstanceOf(SchemaMismatch.class)
        .hasStackTraceContaining("it lacks column 'amount' of Utf8");
  }

  @Test
  void anUnknownColumnIsNamed() {
    write("a.arrow", 1);
    ArrowSource source = source().withColumns("x", "z");
    assertThatThrownBy(source::schema).isInstanceOf(UnknownColumn.class).hasMessageContaining("z");
    assertThatThrownBy(() -> new EnumeratorHarness(source, 1).look())
        .hasRootCauseInstanceOf(UnknownColumn.class);
  }

  @Test
  void aLimitIsSharedOutToTheFirstRows() throws Exception {
    write("a.arrow", 4);
    write("b.arrow", 4);
    ArrowSource source = source().withLimit(53).monitorEvery(Duration.ofSeconds(1));
    EnumeratorHarness splits = new EnumeratorHarness(source, 2).look();
    PendingSplits saved = splits.snapshot();
    assertThat(splits.drain(0))
        .extracting(ArrowSplit::rows)
        .containsExactly(10L, 10L, 10L, 10L, 10L, 3L);
    assertThat(splits.isTold(0)).isTrue();
    assertThat(new EnumeratorHarness(source, 1, saved).look().drain(0)).isEqualTo(splits.given(0));
    assertThat(new EnumeratorHarness(source().withLimit(0), 1).look().drain(0)).isEmpty();
  }

  private ArrowSource source() {
    return ArrowSource.of(folder.toString());
  }

  private void write(String name, int batches) {
    AmountsFile.write(folder.resolve(name), batches, 10);
  }

  private static List<String> files(EnumeratorHarness splits) {
    return splits.given().stream()
        .map(split -> split.uri().substring(split.uri().lastIndexOf('/') + 1))
        .toList();
  }

  private static void assertCovers(List<ArrowSplit> splits, String file, int batches) {
    List<ArrowSplit> ofFile =
        splits.stream()
            .filter(split -> split.uri().endsWith(file))
            .sorted(java.util.Comparator.comparing(ArrowSplit::from))
            .toList();
    long next = 0;
    for (ArrowSplit split : ofFile) {
      assertThat(split.from()).isEqualTo(next);
      next = split.end();
    }
    assertThat(next).isEqualTo(batches);
  }
}
