package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.AllocatorTestBase;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ForeignBuffers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files keep columns whose offsets begin anywhere, or are not there. */
class ForeignBufferFilesTest extends AllocatorTestBase {
  @TempDir Path folder;

  static List<ArrowType> kinds() {
    return ForeignBuffers.KINDS;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void offsetsNeedNotBeginAtZero(ArrowType type) {
    assertThat(cells(type, 1, 2, 3)).containsExactly("b", "c");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void noRowsNeedNoOffsets(ArrowType type) {
    assertThat(cells(type)).isEmpty();
    assertThat(cells(type, 0)).isEmpty();
  }

  /** What comes out of a file, as text. */
  private List<String> cells(ArrowType type, long... offsets) {
    Path file = folder.resolve("offsets" + offsets.length + ".arrow");
    try (ArrowBatch batch = ForeignBuffers.batch(allocator, type, offsets);
        IpcFileWriter writer =
            IpcFileWriter.create(file, batch.schema(), Compression.NONE, allocator)) {
      writer.write(batch);
      writer.finish();
    }
    List<String> cells = new ArrayList<>();
    try (IpcFileReader reader = IpcFileReader.open(file, allocator);
        ArrowBatch batch = reader.next()) {
      for (int row = 0; row < batch.rows(); row++) {
        cells.add(text(batch.vector(0).getObject(row)));
      }
    }
    return cells;
  }

  private static String text(Object cell) {
    if (cell instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    return cell instanceof List<?> list
        ? Character.toString(((Number) list.get(0)).intValue())
        : cell.toString();
  }
}
