package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.AllocatorLeak;
import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.InvalidArrowFile;
import io.pelton.arrow.Shared;
import io.pelton.arrow.UnknownColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scanning real flights: columns, sizes, limits, memory and the order of closing. */
class DatasetReaderTest extends AllocatorTestBase {
  @TempDir Path folder;

  private static Path flights() {
    return Shared.path("data/vega/flights-3m.parquet");
  }

  private static DatasetReader.Options scan() {
    return DatasetReader.of(flights(), DatasetFormat.PARQUET);
  }

  private static Path small() {
    return Shared.path("data/parquet-testing/data/alltypes_plain.parquet");
  }

  private static List<String> names(DatasetReader reader) {
    return reader.schema().getFields().stream().map(Field::getName).toList();
  }

  @Test
  void theRowsAreKnownFromTheMetadata() {
    try (DatasetReader reader = scan().open(allocator)) {
      assertThat(reader.totalRows()).hasValue(3_000_000);
      assertThat(names(reader))
          .containsExactly("date", "delay", "distance", "origin", "destination");
    }
    try (DatasetReader reader = scan().limit(7).open(allocator)) {
      assertThat(reader.totalRows()).hasValue(7);
    }
  }

  @Test
  void onlyTheColumnsAskedForAreReadInTheirOrder() {
    try (DatasetReader reader =
        scan().columns(List.of("distance", "delay")).batchRows(1000).open(allocator)) {
      assertThat(names(reader)).containsExactly("distance", "delay");
      try (ArrowBatch batch = reader.next()) {
        assertThat(batch.rows()).isEqualTo(1000);
        assertThat(batch.vector("distance").getObject(0)).isEqualTo(2176L);
        assertThat(batch.vector("delay").getObject(0)).isEqualTo(33L);
      }
      assertThat(reader.position()).isEqualTo(1);
    }
  }

  @Test
  void anUnknownColumnIsNamedWithThoseThereAre() {
    assertThatThrownBy(() -> scan().columns(List.of("delay", "weather")).open(allocator))
        .isInstanceOf(UnknownColumn.class)
        .hasMessageContaining("'weather'")
        .hasMessageContaining("[date, delay, distance, origin, destination]");
  }

  @Test
  void batchesOfAnySizeHoldTheSameRows() {
    List<String> whole = rows(1 << 20, 300_000);
    assertThat(rows(7_001, 300_000)).isEqualTo(whole);
    assertThat(whole).hasSize(300_000 / 97 + 1);
    assertThat(whole.get(0)).isEqualTo("[2001-01-01T00:01, 33, 2176, LAS, PHL]");
  }

  private List<String> rows(int batchRows, int limit) {
    List<String> rows = new ArrayList<>();
    int row = 0;
    try (DatasetReader reader = scan().batchRows(batchRows).limit(limit).open(allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          assertThat(batch.rows()).isBetween(1, batchRows);
          for (int i = 0; i < batch.rows(); i++, row++) {
            if (row % 97 == 0) {
              List<String> cells = new ArrayList<>();
              for (int column = 0; column < batch.columns(); column++) {
                cells.add(String.valueOf(batch.vector(column).getObject(i)));
              }
              rows.add(cells.toString());
            }
          }
        }
      }
    }
    assertThat(row).isEqualTo(limit);
    return rows;
  }

  @Test
  void theLimitCutsTheLastBatch() {
    try (DatasetReader reader = scan().batchRows(1000).limit(2500).open(allocator)) {
      List<Integer> sizes = new ArrayList<>();
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          sizes.add(batch.rows());
        }
      }
      assertThat(sizes).containsExactly(1000, 1000, 500);
      assertThatThrownBy(reader::next).isInstanceOf(NoSuchElementException.class);
    }
    try (DatasetReader reader = scan().limit(0).open(allocator)) {
      assertThat(reader.hasNext()).isFalse();
    }
  }

  @Test
  void batchesAreSkippedLikeThoseOfOtherReaders() {
    try (DatasetReader reader = scan().columns(List.of("delay")).batchRows(1000).open(allocator);
        DatasetReader other = scan().columns(List.of("delay")).batchRows(1000).open(allocator)) {
      reader.skip(3);
      assertThat(reader.position()).isEqualTo(3);
      for (int i = 0; i < 3; i++) {
        other.next().close();
      }
      try (ArrowBatch skipped = reader.next();
          ArrowBatch read = other.next()) {
        assertThat(skipped.vector(0).getObject(999)).isEqualTo(read.vector(0).getObject(999));
      }
    }
  }

  @Test
  void whatWasReadIsFilteredByAPredicate() {
    try (DatasetReader reader =
            scan().columns(List.of("delay", "origin")).batchRows(5000).open(allocator);
        ArrowBatch batch = reader.next()) {
      BigIntVector delay = (BigIntVector) batch.vector("delay");
      try (ArrowBatch late = batch.select(row -> delay.get(row) > 60)) {
        assertThat(late.rows()).isBetween(1, 4999);
        FieldVector kept = late.vector("delay");
        for (int row = 0; row < late.rows(); row++) {
          assertThat((Long) kept.getObject(row)).isGreaterThan(60);
        }
      }
    }
  }

  @Test
  void aFolderIsReadInTheOrderOfItsNames() throws IOException {
    Files.copy(small(), folder.resolve("b.parquet"));
    Files.copy(small(), folder.resolve("a ä.parquet"));
    Files.writeString(folder.resolve("_SUCCESS"), "");
    Files.writeString(folder.resolve(".a.crc"), "x");
    for (boolean mapped : new boolean[] {true, false}) {
      try (DatasetReader reader =
          DatasetReader.of(folder, DatasetFormat.PARQUET).memoryMapped(mapped).open(allocator)) {
        assertThat(reader.totalRows()).hasValue(16);
        List<Object> ids = new ArrayList<>();
        while (reader.hasNext()) {
          try (ArrowBatch batch = reader.next()) {
            for (int row = 0; row < batch.rows(); row++) {
              ids.add(batch.vector("id").getObject(row));
            }
          }
        }
        assertThat(ids).containsExactly(4, 5, 6, 7, 2, 3, 0, 1, 4, 5, 6, 7, 2, 3, 0, 1);
      }
    }
  }

  @Test
  void aUriIsReadToo() {
    try (DatasetReader reader =
        DatasetReader.of(small().toUri().toString(), DatasetFormat.PARQUET).open(allocator)) {
      assertThat(reader.totalRows()).hasValue(8);
    }
  }

  @Test
  void noColumnsGiveBatchesOfRows() {
    try (DatasetReader reader =
            DatasetReader.of(small(), DatasetFormat.PARQUET).columns(List.of()).open(allocator);
        ArrowBatch batch = reader.next()) {
      assertThat(batch.columns()).isZero();
      assertThat(batch.rows()).isEqualTo(8);
    }
  }

  @Test
  void whatIsNoParquetFileIsRefused() throws IOException {
    Path text = Files.write(folder.resolve("a.csv"), "a,b\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> DatasetReader.of(text, DatasetFormat.PARQUET).open(allocator))
        .isInstanceOf(InvalidArrowFile.class)
        .hasMessageContaining(text.toString());
    assertThatThrownBy(
            () -> DatasetReader.of(folder.resolve("no"), DatasetFormat.ORC).open(allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("no such file or folder");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> DatasetReader.of(empty, DatasetFormat.ORC).open(allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("the folder has no files");
  }

  @Test
  void nativeMemoryCountsAgainstTheLimit() {
    try (ArrowAllocator little = allocator.child("little", 4 << 20, "the test's limit")) {
      try (DatasetReader reader = scan().open(little)) {
        assertThatThrownBy(
                () -> {
                  while (reader.hasNext()) {
                    reader.next().close();
                  }
                })
            .isInstanceOf(AllocationLimitExceeded.class)
            .hasMessageContaining("'little'")
            .hasMessageContaining("raise the test's limit");
        assertThatThrownBy(reader::hasNext).isInstanceOf(AllocationLimitExceeded.class);
      }
      assertThat(little.held()).isZero();
    }
  }

  @Test
  void aReaderThatIsStillOpenIsNamedAsTheHolder() {
    ArrowAllocator own = allocator.child("own", Long.MAX_VALUE, "none");
    DatasetReader reader = scan().open(own);
    assertThatThrownBy(own::close)
        .isInstanceOf(AllocatorLeak.class)
        .hasMessageContaining("reader of '" + flights());
    reader.close();
    own.close();
  }

  @Test
  void nothingIsLeftInAnyOrderOfClosing() {
    DatasetReader reader = scan().batchRows(5000).open(allocator);
    ArrowBatch first = reader.next();
    ArrowBatch second = reader.next();
    assertThat(allocator.held()).isGreaterThan(first.bytes() + second.bytes() - 1);
    second.close();
    reader.close();
    reader.close();
    assertThat(first.vector("distance").getObject(0)).isEqualTo(2176L);
    first.close();
    assertThat(allocator.held()).isZero();
  }

  @Test
  void stoppingAtAnyPlaceLeavesNothing() {
    for (int stop = 0; stop < 30; stop++) {
      try (DatasetReader reader = scan().batchRows(10_000).open(allocator)) {
        for (int i = 0; i < stop % 6; i++) {
          reader.next().close();
        }
        if (stop % 2 == 0) {
          assertThat(reader.hasNext()).isTrue();
        }
      }
      assertThat(allocator.held()).isZero();
    }
  }

  @Test
  void aBatchMovesToAnotherAccount() {
    try (ArrowAllocator other = ArrowAllocator.open("other");
        DatasetReader reader =
            scan().columns(List.of("distance")).batchRows(5000).open(allocator)) {
      ArrowBatch moved = reader.next().transferTo(other);
      reader.close();
      assertThat(allocator.held()).isZero();
      assertThat(other.held()).isPositive();
      assertThat(moved.vector("distance").getObject(0)).isEqualTo(2176L);
      moved.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', no path; name one",
    "file:///a b%zz, no path and no URI",
    "file://host/a, no path and no URI",
    "nosuch://a/b.parquet, Unrecognized filesystem type"
  })
  void aLocationThatIsNoneIsNamed(String location, String reason) {
    assertThatThrownBy(() -> DatasetReader.of(location, DatasetFormat.PARQUET).open(allocator))
        .isInstanceOf(ArrowFileFailure.class)
        .hasMessageContaining("'" + location + "'")
        .hasMessageContaining(reason);
  }
}
