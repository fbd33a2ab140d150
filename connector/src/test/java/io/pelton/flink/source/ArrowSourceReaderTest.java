package io.pelton.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.flink.AmountsFile;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.error.FileChanged;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.groups.OperatorIOMetricGroup;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing a reader fails where it would leave memory behind, so every test proves that none is. */
class ArrowSourceReaderTest {
  private static final int BATCHES = 6;
  private static final int BATCH_ROWS = 5;

  @TempDir private Path folder;

  @Test
  void aReaderGoesOnAtEveryBatch() throws Exception {
    ArrowSource source = source();
    List<ArrowSplit> splits = splits(source, 2);
    assertThat(splits).hasSize(BATCHES);
    for (int before = 0; before <= BATCHES; before++) {
      List<Row> rows = new ArrayList<>();
      List<ArrowSplit> state;
      try (ReaderHarness reader = new ReaderHarness(source, splits)) {
        reader.read(before);
        state = reader.snapshot();
        rows.addAll(reader.rows);
      }
      try (ReaderHarness reader = new ReaderHarness(source, state)) {
        rows.addAll(reader.readAll().rows);
      }
      assertThat(rows)
          .as("after " + before)
          .containsExactlyInAnyOrderElementsOf(expected(BATCHES * BATCH_ROWS));
    }
  }

  @Test
  void aReaderGoesOnWithinASplit() throws Exception {
    ArrowSource source = source();
    ArrowSplit whole = whole(source);
    for (int before = 0; before <= BATCHES; before++) {
      List<Row> rows = new ArrayList<>();
      List<ArrowSplit> state;
      try (ReaderHarness reader = new ReaderHarness(source, List.of(whole))) {
        reader.read(before);
        state = reader.snapshot();
        rows.addAll(reader.rows);
      }
      // a split whose last batch was sent is not kept
      assertThat(state).hasSize(before == BATCHES ? 0 : 1);
      try (ReaderHarness reader = new ReaderHarness(source, state)) {
        rows.addAll(reader.readAll().rows);
      }
      assertThat(rows).as("after " + before).isEqualTo(expected(BATCHES * BATCH_ROWS));
    }
  }

  @Test
  void aReaderAsksWhenItHasNothingToDo() throws Exception {
    ArrowSource source = source();
    try (ReaderHarness reader = new ReaderHarness(source, List.of())) {
      assertThat(reader.context.getNumSplitRequests()).isEqualTo(1);
      reader.reader.addSplits(splits(source, 1).subList(0, 2));
      reader.read(2);
      assertThat(reader.context.getNumSplitRequests()).isEqualTo(1);
      assertThat(reader.reader.pollNext(reader)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
      assertThat(reader.context.getNumSplitRequests()).isEqualTo(2);
      assertThat(reader.snapshot()).isEmpty();
      reader.readAll();
    }
    try (ReaderHarness restored = new ReaderHarness(source, List.of(whole(source)))) {
      assertThat(restored.context.getNumSplitRequests()).isZero();
    }
  }

  @Test
  void theTaskIsNotHeldUpByASlowFile() throws Exception {
    Path file = AmountsFile.write(folder.resolve("slow.arrow"), 1, BATCH_ROWS);
    ArrowSource source = ArrowSource.of(CountingFileSystem.uri(file));
    ArrowSplit split = whole(source);
    CountDownLatch arrival = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountingFileSystem.whenOpened(
        file,
        () -> {
          arrival.countDown();
          await(go);
        });
    try (ReaderHarness reader = new ReaderHarness(source, List.of(split))) {
      assertThat(arrival.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(reader.reader.pollNext(reader)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
      assertThat(reader.snapshot()).containsExactly(split);
      go.countDown();
      assertThat(reader.readAll().rows).isEqualTo(expected(BATCH_ROWS));
    } finally {
      CountingFileSystem.whenOpened(file, () -> {});
    }
  }

  @Test
  void aReaderThatIsClosedMidwayLeavesNothing() throws Exception {
    ArrowSource source = source();
    for (int before = 0; before < BATCHES; before++) {
      try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)))) {
        reader.read(before);
        Gauge<Long> held = reader.metrics.<Long>getGauge("off_heap_bytes").orElseThrow();
        // the next one is there, but not sent
        CommonTestUtils.waitUntilCondition(() -> held.getValue() > 0);
      }
    }
  }

  @Test
  void aConsumerThatThrowsLeavesNothing() throws Exception {
    ArrowSource source = source();
    try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)))) {
      reader.failAt = 2;
      assertThatThrownBy(reader::readAll).hasMessage("at batch 2");
      assertThat(reader.snapshot()).extracting(ArrowSplit::read).containsExactly(2);
    }
  }

  @Test
  void dictionariesAreReleasedWherever() throws Exception {
    Path file = folder.resolve("words.arrow");
    WordsFile.write(file, BATCHES);
    ArrowSource source = ArrowSource.of(file.toString());
    for (int before = 0; before < BATCHES; before++) {
      try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)))) {
        reader.read(before);
        assertThat(reader.rows).hasSize(2 * before).allMatch(Row.of("b")::equals);
      }
    }
  }

  @Test
  void metricsTellBatchesBytesAndMemory() throws Exception {
    ArrowSource source = source();
    OperatorMetricGroup operator = UnregisteredMetricGroups.createUnregisteredOperatorMetricGroup();
    try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)), operator)) {
      reader.read(2);
      OperatorIOMetricGroup counters = operator.getIOMetricGroup();
      assertThat(counters.getNumRecordsInCounter().getCount()).isEqualTo(2);
      assertThat(counters.getNumBytesInCounter().getCount())
          .isGreaterThan(2 * BATCH_ROWS * (Float.BYTES + Integer.BYTES));
    }
    try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)))) {
      reader.read(2);
      Gauge<Long> held = reader.metrics.<Long>getGauge("off_heap_bytes").orElseThrow();
      // the next batch is read ahead
      CommonTestUtils.waitUntilCondition(() -> held.getValue() > 0);
    }
  }

  @Test
  void columnsAreChosen() throws Exception {
    ArrowSource source = source().withColumns("amount");
    assertThat(source.schema().getFields()).extracting("name").containsExactly("amount");
    try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)))) {
      assertThat(reader.readAll().rows.get(3)).isEqualTo(Row.of("0.375"));
    }
  }

  @Test
  void aLimitCutsTheLastBatch() throws Exception {
    for (int limit = 1; limit <= BATCHES * BATCH_ROWS + 1; limit += 3) {
      ArrowSource source = source().withLimit(limit);
      try (ReaderHarness reader = new ReaderHarness(source, splits(source, 1))) {
        assertThat(reader.readAll().rows)
            .isEqualTo(expected(Math.min(limit, BATCHES * BATCH_ROWS)));
      }
    }
  }

  @Test
  void aFileThatGrewOrVanishedIsNamed() throws Exception {
    ArrowSource source = source();
    ArrowSplit split = whole(source);
    Path file = folder.resolve("a.arrow");
    Files.write(file, new byte[9], StandardOpenOption.APPEND);
    try (ReaderHarness reader = new ReaderHarness(source, List.of(split))) {
      assertThatThrownBy(reader::readAll)
          .hasRootCauseInstanceOf(FileChanged.class)
          .hasStackTraceContaining("a.arrow' had " + split.length() + " bytes");
    }
    Files.delete(file);
    try (ReaderHarness reader = new ReaderHarness(source, List.of(split))) {
      assertThatThrownBy(reader::readAll)
          .hasRootCauseInstanceOf(FileChanged.class)
          .hasStackTraceContaining("is gone now");
    }
  }

  @Test
  void memoryIsLimited() throws Exception {
    ArrowSource source = source().withMemoryLimit(new MemorySize(16));
    try (ReaderHarness reader = new ReaderHarness(source, List.of(whole(source)))) {
      assertThatThrownBy(reader::readAll)
          .hasRootCauseInstanceOf(AllocationLimitExceeded.class)
          .hasStackTraceContaining("withMemoryLimit(…) of the ArrowSource");
    }
  }

  @Test
  void pausedSplitsWaitAndLoseNothing() throws Exception {
    ArrowSource source = source();
    ArrowSplit whole = whole(source);
    Path second = AmountsFile.write(folder.resolve("b.arrow"), 1, BATCH_ROWS);
    ArrowSplit other = whole(ArrowSource.of(second.toString()));
    try (ReaderHarness reader = new ReaderHarness(source, List.of(whole, other))) {
      reader.read(2);
      reader.reader.pauseOrResumeSplits(List.of(whole.splitId()), List.of());
      while (!reader.snapshot().stream()
          .allMatch(split -> split.splitId().equals(whole.splitId()))) {
        reader.read(1);
      }
      reader.reader.pauseOrResumeSplits(List.of(), List.of(whole.splitId()));
      reader.readAll();
      List<Row> all = new ArrayList<>(expected(BATCHES * BATCH_ROWS));
      all.addAll(expected(BATCH_ROWS));
      assertThat(reader.rows).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  private ArrowSource source() {
    Path file = AmountsFile.write(folder.resolve("a.arrow"), BATCHES, BATCH_ROWS);
    return ArrowSource.of(file.toString());
  }

  private static List<ArrowSplit> splits(ArrowSource source, int readers) {
    return new EnumeratorHarness(source, readers * 4).look().drain(0);
  }

  private static ArrowSplit whole(ArrowSource source) {
    List<ArrowSplit> splits = splits(source, 1);
    ArrowSplit last = splits.get(splits.size() - 1);
    return new ArrowSplit(
        last.uri(), last.format(), last.length(), 0, last.end(), 0, ArrowSplit.ALL_ROWS);
  }

  private static List<Row> expected(int rows) {
    return IntStream.range(0, rows)
        .mapToObj(i -> Row.of((float) i, Double.toString(i / 8.0)))
        .toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
