package io.pelton.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.sink.SinkRun.Saved;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing a writer fails where it would leave memory behind, so every test proves that none is. */
class ArrowSinkTest {
  @TempDir private Path folder;

  @Test
  void aFileGetsItsNameWithItsCheckpoint() throws Exception {
    try (SinkRun run = run(sink())) {
      run.write(3);
      run.preCommit(1);
      run.snapshot(1);
      assertThat(written().files()).isEmpty();
      run.commit(1);
      assertThat(written().files()).hasSize(1);
      assertThat(written().files().get(0).getFileName().toString())
          .matches("part-0-[-0-9a-f]{36}-0\\.arrow");
      run.write(2);
      run.end(2);
    }
    assertThat(written().files()).hasSize(2);
    assertThat(written().rows()).containsExactlyInAnyOrderElementsOf(rows(5));
  }

  @Test
  void aWriterThatFailsLeavesNothingUnderAName() throws Exception {
    try (SinkRun run = run(sink().rollAfterRows(2))) {
      run.write(2);
      run.write(2);
      run.write(2);
    }
    assertThat(written().files()).isEmpty();
  }

  @Test
  void withoutElementsThereIsNoFile() throws Exception {
    try (SinkRun run = run(sink())) {
      run.checkpoint(1);
      run.end(2);
    }
    assertThat(written().files()).isEmpty();
  }

  @Test
  void rowsEndAFile() throws Exception {
    try (SinkRun run = run(sink().rollAfterRows(5))) {
      for (int batch : new int[] {2, 2, 2, 9, 1, 4}) {
        run.write(batch);
      }
      run.end(1);
    }
    // 2 + 2, 2, 9, which no file can keep within 5, and 1 + 4
    assertThat(counts()).containsExactlyInAnyOrder(4, 2, 9, 5);
  }

  @Test
  void bytesEndAFile() throws Exception {
    try (SinkRun run = run(sink().rollAfterBytes(new MemorySize(2000)))) {
      for (int i = 0; i < 20; i++) {
        run.write(50);
      }
      run.end(1);
    }
    assertThat(written().files()).hasSizeGreaterThan(3);
    for (Path file : written().files()) {
      assertThat(Files.size(file)).isLessThan(6000);
    }
    assertThat(written().rows()).containsExactlyInAnyOrderElementsOf(rows(1000));
  }

  @Test
  void timeEndsAFile() throws Exception {
    try (SinkRun run = run(sink().rollAfter(Duration.ofSeconds(1)))) {
      run.write(1);
      run.advanceTime(999);
      run.write(2);
      run.advanceTime(2001);
      run.write(3);
      run.end(1);
    }
    assertThat(counts()).containsExactlyInAnyOrder(3, 3);
  }

  @Test
  void bodiesAreCompressed() throws Exception {
    for (Compression compression : Compression.values()) {
      Path out = folder.resolve(compression.name());
      try (SinkRun run = run(ArrowSink.batches(out.toString()).withCompression(compression))) {
        run.write(1000);
        run.end(1);
      }
      assertThat(new WrittenFolder(out).rows()).isEqualTo(rows(1000));
    }
    assertThat(size("LZ4")).isLessThan(size("NONE"));
    assertThat(size("ZSTD")).isLessThan(size("NONE"));
  }

  private long size(String out) throws Exception {
    return Files.size(new WrittenFolder(folder.resolve(out)).files().get(0));
  }

  @Test
  void elementsGoToTheirBuckets() throws Exception {
    ArrowSink<ArrowBatch> sink =
        sink().withBuckets(batch -> "size=" + batch.rows()).withFilePrefix("scored");
    try (SinkRun run = run(sink)) {
      run.write(1);
      run.write(2);
      run.write(1);
      run.checkpoint(1);
      run.write(2);
      run.end(2);
    }
    assertThat(written().files())
        .extracting(file -> folder.relativize(file).getParent().toString())
        .containsExactly("size=1", "size=2", "size=2");
    assertThat(written().files())
        .allMatch(file -> file.getFileName().toString().startsWith("scored-0-"));
    assertThat(written().rows()).containsExactlyInAnyOrderElementsOf(rows(6));
  }

  @Test
  void bucketsStayInTheFolder() throws Exception {
    for (String bucket : new String[] {"../x", "a//b", "/x", " "}) {
      try (SinkRun run = run(sink().withBuckets(batch -> bucket))) {
        assertThatThrownBy(() -> run.write(1))
            .isInstanceOf(InvalidSetting.class)
            .hasMessageContaining("'" + bucket + "'");
      }
    }
  }

  @Test
  void batchesAreWrittenAsTheyAre() throws Exception {
    try (SinkRun run = run(sink())) {
      for (int rows : new int[] {3, 0, 4}) {
        run.write(rows);
      }
      run.end(1);
    }
    assertThat(batchRows()).containsExactly(3, 0, 4);
  }

  @Test
  void smallBatchesAreMerged() throws Exception {
    try (SinkRun run = run(sink().withBatchRows(10))) {
      for (int rows : new int[] {3, 0, 4, 5, 2, 20, 1}) {
        run.write(rows);
      }
      run.end(1);
    }
    // 3 + 4 + 5, 2 before the large one, 20, 1
    assertThat(batchRows()).containsExactly(12, 2, 20, 1);
    assertThat(written().rows()).isEqualTo(rows(35));
  }

  @Test
  void mergedBatchesThatAreNotWrittenAreReleased() throws Exception {
    try (SinkRun run = run(sink().withBatchRows(10))) {
      run.write(3);
    }
  }

  @Test
  void aFileHasOneSchema() throws Exception {
    try (SinkRun run = run(sink())) {
      run.write(3);
      assertThatThrownBy(() -> writeOther(run))
          .isInstanceOf(UnsupportedArrowFile.class)
          .hasMessageContaining("write batches of one schema to one file");
    }
  }

  private static void writeOther(SinkRun run) throws Exception {
    try (ArrowAllocator allocator = ArrowAllocator.open("other")) {
      IntVector ints = new IntVector("i", allocator.arrow());
      ints.allocateNew(1);
      ints.setSafe(0, 1);
      ints.setValueCount(1);
      try (ArrowBatch batch = ArrowBatch.of(VectorSchemaRoot.of(ints))) {
        run.write(batch);
      }
    }
  }

  @Test
  void settingsAreChecked() {
    assertThatThrownBy(() -> sink().rollAfterRows(0)).isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> sink().rollAfterBytes(MemorySize.ZERO))
        .isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> sink().rollAfter(Duration.ZERO)).isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> sink().withBatchRows(0)).isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> sink().withFilePrefix("a/b")).isInstanceOf(InvalidSetting.class);
  }

  private ArrowSink<ArrowBatch> sink() {
    return ArrowSink.batches(folder.toString());
  }

  private static SinkRun run(ArrowSink<ArrowBatch> sink) throws Exception {
    return new SinkRun(sink, sink, Saved.NOTHING);
  }

  private WrittenFolder written() {
    return new WrittenFolder(folder);
  }

  private List<Integer> counts() throws Exception {
    return written().files().stream().map(file -> WrittenFolder.rows(file).size()).toList();
  }

  private List<Integer> batchRows() throws Exception {
    List<Integer> rows = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(written().files().get(0), allocator)) {
      reader.forEachRemaining(
          batch -> {
            rows.add(batch.rows());
            batch.close();
          });
    }
    return rows;
  }

  private static List<Row> rows(int count) {
    return IntStream.range(0, count).mapToObj(i -> Row.of((float) i, "a" + i)).toList();
  }
}
