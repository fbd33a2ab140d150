package io.pelton.flink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.error.FileChanged;
import io.pelton.flink.error.PositionLost;
import io.pelton.flink.error.TableMismatch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits, positions, filters and memory, of files of ten batches of seven rows. */
class ArrowBulkFormatTest {
  private static final RowType TYPE =
      (RowType)
          DataTypes.ROW(
                  DataTypes.FIELD("id", DataTypes.INT()),
                  DataTypes.FIELD("text", DataTypes.STRING()))
              .getLogicalType();

  private static final int BATCHES = 10;
  private static final int BATCH_ROWS = 7;
  private static final int ROWS = BATCHES * BATCH_ROWS;

  @TempDir Path folder;

  @AfterEach
  void allMemoryIsFree() {
    assertThat(Reading.isOpen()).isFalse();
  }

  /** Texts are null in whole batches: of even index. */
  private Path write(Set<String> encoded) throws IOException {
    return TableFiles.write(
        folder.resolve("rows.arrow"),
        TYPE,
        BATCH_ROWS,
        encoded,
        IntStream.range(0, ROWS)
            .mapToObj(
                i -> {
                  boolean isNull = i / BATCH_ROWS % 2 == 0;
                  return GenericRowData.of(i, isNull ? null : StringData.fromString("text " + i));
                }));
  }

  private static List<Object> ids(List<List<Object>> rows) {
    return rows.stream().map(row -> row.get(0)).toList();
  }

  private static List<Object> numbers(int from, int end) {
    return IntStream.range(from, end)
        .mapToObj(i -> (Object) (i == 0 ? BigDecimal.ZERO : new BigDecimal(i).stripTrailingZeros()))
        .toList();
  }

  @Test
  void splitsTogetherHaveEveryRowOnce() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Path file = write(Set.of("text"));
    long size = Files.size(file);
    for (int round = 0; round < 30; round++) {
      List<Object> read = new ArrayList<>();
      long from = 0;
      while (from < size) {
        long length = Math.min(size - from, 1 + random.nextInt((int) size / 2));
        read.addAll(
            ids(
                Reading.rows(
                    Reading.format(TYPE),
                    TYPE,
                    Reading.split(file, from, length, null),
                    (position, rows) -> {})));
        from += length;
      }
      assertThat(read).as("seed " + seed).isEqualTo(numbers(0, ROWS));
    }
  }

  @Test
  void everyPositionGoesOnWithTheNextRow() throws IOException {
    Path file = write(Set.of());
    List<CheckpointedPosition> positions = new ArrayList<>();
    FileSourceSplit whole = Reading.split(file, 0, Files.size(file), null);
    Reading.rows(Reading.format(TYPE), TYPE, whole, (position, rows) -> positions.add(position));
    assertThat(positions).hasSize(ROWS).doesNotHaveDuplicates();
    for (int done = 1; done <= ROWS; done++) {
      FileSourceSplit rest = Reading.split(file, 0, Files.size(file), positions.get(done - 1));
      assertThat(ids(Reading.rows(Reading.format(TYPE), TYPE, rest, (position, rows) -> {})))
          .isEqualTo(numbers(done, ROWS));
    }
  }

  @Test
  void aPositionWithoutOffsetCountsFromTheStart() throws IOException {
    Path file = write(Set.of());
    CheckpointedPosition position =
        new CheckpointedPosition(CheckpointedPosition.NO_OFFSET, 2 * BATCH_ROWS + 3);
    FileSourceSplit rest = Reading.split(file, 0, Files.size(file), position);
    assertThat(ids(Reading.rows(Reading.format(TYPE), TYPE, rest, (at, rows) -> {})))
        .isEqualTo(numbers(2 * BATCH_ROWS + 3, ROWS));
  }

  @Test
  void aPositionThatIsNoBatchIsRefused() throws IOException {
    Path file = write(Set.of());
    FileSourceSplit split =
        Reading.split(file, 0, Files.size(file), new CheckpointedPosition(9, 1));
    assertThatThrownBy(() -> Reading.format(TYPE).restoreReader(new Configuration(), split))
        .isInstanceOf(PositionLost.class)
        .hasMessageContaining("rows.arrow");
  }

  @Test
  void batchesWithoutWantedRowsAreNotRead() throws IOException {
    Path file = write(Set.of());
    BatchFilter texts = BatchFilter.isNotNull("text");
    List<List<Object>> rows = Reading.rows(Reading.format(TYPE, texts), TYPE, file);
    assertThat(rows).hasSize(ROWS / 2).allMatch(row -> row.get(1) != null);
    rows = Reading.rows(Reading.format(TYPE, BatchFilter.isNull("text")), TYPE, file);
    assertThat(rows).hasSize(ROWS / 2).allMatch(row -> row.get(1) == null);
    rows = Reading.rows(Reading.format(TYPE, BatchFilter.isNull("id")), TYPE, file);
    assertThat(rows).isEmpty();
    rows = Reading.rows(Reading.format(TYPE, BatchFilter.isNull("other")), TYPE, file);
    assertThat(rows).hasSize(ROWS);
  }

  @Test
  void nullsInDictionariesAreNotOverlooked() throws IOException {
    Path file = write(Set.of("text"));
    List<List<Object>> rows =
        Reading.rows(Reading.format(TYPE, BatchFilter.isNull("text")), TYPE, file);
    assertThat(rows).hasSize(ROWS);
    rows = Reading.rows(Reading.format(TYPE, BatchFilter.isNotNull("text")), TYPE, file);
    assertThat(rows).hasSize(ROWS / 2);
  }

  @Test
  void batchesOutliveTheirReader() throws IOException {
    Path file = write(Set.of("text"));
    BulkFormat.Reader<RowData> reader =
        Reading.format(TYPE)
            .createReader(new Configuration(), Reading.split(file, 0, Files.size(file), null));
    BulkFormat.RecordIterator<RowData> first = reader.readBatch();
    BulkFormat.RecordIterator<RowData> second = reader.readBatch();
    reader.close();
    first.releaseBatch();
    for (int i = 0; i < BATCH_ROWS; i++) {
      RowData row = second.next().getRecord();
      assertThat(row.getInt(0)).isEqualTo(BATCH_ROWS + i);
      assertThat(row.getString(1)).hasToString("text " + (BATCH_ROWS + i));
    }
    assertThat(second.next()).isNull();
    second.releaseBatch();
    // releasing is allowed again
    second.releaseBatch();
  }

  /** As Flink does with a task that is cancelled. */
  @Test
  void aBatchThatIsDroppedIsFreedOnceNobodySeesIt() throws IOException {
    Path file = write(Set.of());
    drop(file);
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (Reading.isOpen() && System.nanoTime() < deadline) {
      System.gc();
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(Reading.isOpen()).isFalse();
  }

  private static void drop(Path file) throws IOException {
    BulkFormat.Reader<RowData> reader =
        Reading.format(TYPE)
            .createReader(new Configuration(), Reading.split(file, 0, Files.size(file), null));
    reader.readBatch().next();
    reader.close();
    assertThat(Reading.isOpen()).isTrue();
  }

  @Test
  void noColumnsAreRowsAllTheSame() throws IOException {
    RowType none = new RowType(List.of());
    assertThat(Reading.rows(Reading.format(none), none, write(Set.of()))).hasSize(ROWS);
  }

  @Test
  void aTableMayHaveTheColumnsInAnotherOrder() throws IOException {
    RowType turned = new RowType(List.of(TYPE.getFields().get(1), TYPE.getFields().get(0)));
    List<List<Object>> rows = Reading.rows(Reading.format(turned), turned, write(Set.of("text")));
    assertThat(rows.get(ROWS - 1)).isEqualTo(List.of("text 69", new BigDecimal(69)));
  }

  @Test
  void brokenFilesAreNamed() throws IOException {
    Path file = write(Set.of());
    byte[] bytes = Files.readAllBytes(file);
    Path cut = folder.resolve("cut.arrow");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> Reading.rows(Reading.format(TYPE), TYPE, cut))
        .isInstanceOf(InvalidArrowFile.class)
        .hasMessageContaining("cut.arrow");
    FileSourceSplit before = Reading.split(file, 0, bytes.length, null);
    Files.write(file, new byte[1], StandardOpenOption.APPEND);
    assertThatThrownBy(() -> Reading.format(TYPE).createReader(new Configuration(), before))
        .isInstanceOf(FileChanged.class)
        .hasMessageContaining("rows.arrow");
  }

  @Test
  void otherColumnsAreRefused() throws IOException {
    RowType other =
        (RowType) DataTypes.ROW(DataTypes.FIELD("id", DataTypes.DATE())).getLogicalType();
    Path file = write(Set.of());
    assertThatThrownBy(() -> Reading.rows(Reading.format(other), other, file))
        .isInstanceOf(TableMismatch.class)
        .hasMessageContaining("rows.arrow")
        .hasMessageContaining("declare it as INT");
  }

  @Test
  void theLimitOfMemoryHolds() throws IOException {
    Path file = write(Set.of());
    ArrowBulkFormat tight =
        new ArrowBulkFormat(TYPE, InternalTypeInfo.of(TYPE), BatchFilter.ALL, 16, false);
    assertThatThrownBy(() -> Reading.rows(tight, TYPE, file))
        .isInstanceOf(AllocationLimitExceeded.class)
        .hasMessageContaining("'arrow.memory-limit'")
        .hasMessageContaining("rows.arrow");
  }

  @Test
  void farFilesAreReadAlike() throws IOException {
    Path file = write(Set.of());
    FileSourceSplit split =
        new FileSourceSplit(
            "split",
            new org.apache.flink.core.fs.Path(CountingFileSystem.uri(file)),
            0,
            Files.size(file),
            0,
            Files.size(file));
    assertThat(ids(Reading.rows(Reading.format(TYPE), TYPE, split, (at, rows) -> {})))
        .isEqualTo(numbers(0, ROWS));
  }
}
