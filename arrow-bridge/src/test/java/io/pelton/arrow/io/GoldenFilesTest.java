package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.Shared;
import io.pelton.arrow.UnsupportedArrowFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every golden file and stream equals its JSON twin, or is refused for a reason. */
class GoldenFilesTest extends AllocatorTestBase {
  /** What Arrow Java 18.3 can't hold, and what the refusal says. */
  private static final Map<String, String> UNSUPPORTED =
      Map.of(
          "0.17.1/generated_union", "unions of metadata version V4",
          "1.0.0-littleendian/generated_duplicate_fieldnames", "two children named",
          "cpp-21.0.0/generated_duplicate_fieldnames", "two children named",
          "cpp-21.0.0/generated_decimal32", "128-bit and 256-bit decimal",
          "cpp-21.0.0/generated_decimal64", "128-bit and 256-bit decimal");

  @TempDir Path temporary;

  /** Why a file is refused; null where it is read. */
  static String refusal(Path file) {
    String name = GoldenFiles.name(file);
    return name.contains("bigendian") ? "big-endian numbers" : UNSUPPORTED.get(name);
  }

  @Test
  void everyGoldenFileAndStreamIsReadOrRefusedWithAReason() throws IOException {
    int read = 0;
    for (Path file : GoldenFiles.all()) {
      String reason = refusal(file);
      if (reason == null) {
        try (BatchReader reader = GoldenFiles.open(file, allocator)) {
          GoldenFiles.compareWithJson(file.toString(), file, reader, temporary, allocator.arrow());
        }
        read++;
      } else {
        assertThatThrownBy(() -> GoldenFiles.open(file, allocator))
            .as(file.toString())
            .isInstanceOf(UnsupportedArrowFile.class)
            .hasMessageContaining(file.toString())
            .hasMessageContaining(reason);
      }
      assertThat(allocator.held()).as(file.toString()).isZero();
    }
    assertThat(read).isGreaterThan(120);
  }

  @Test
  void arrowJavaCannotReadTheRefusedEither() throws IOException {
    List<Path> refused =
        GoldenFiles.all().stream()
            .filter(file -> UNSUPPORTED.containsKey(GoldenFiles.name(file)))
            .toList();
    assertThat(refused).hasSize(2 * UNSUPPORTED.size());
    for (Path file : refused) {
      assertThatThrownBy(() -> readByArrow(file)).as(file.toString()).isNotNull();
    }
  }

  private void readByArrow(Path file) throws IOException {
    ByteArrayReadableSeekableByteChannel bytes =
        new ByteArrayReadableSeekableByteChannel(Files.readAllBytes(file));
    try (ArrowReader reader =
        file.toString().endsWith(".stream")
            ? new ArrowStreamReader(bytes, allocator.arrow(), CommonsCompressionFactory.INSTANCE)
            : new ArrowFileReader(
                new SeekableReadChannel(bytes),
                allocator.arrow(),
                CommonsCompressionFactory.INSTANCE)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isNotNegative();
      }
    }
  }

  @Test
  void readsFlights() {
    long rows = 0;
    try (IpcFileReader reader =
        IpcFileReader.open(Shared.path("data/vega/flights-200k.arrow"), allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows += batch.rows();
        }
      }
      assertThat(reader.rows()).isEqualTo(rows);
    }
    assertThat(rows).isEqualTo(200_000);
  }
}
