package io.pelton.examples.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.examples.cli.console.BadRequest;
import io.pelton.examples.cli.csv.CsvDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutputFileTest {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.nullable("a", new ArrowType.Int(64, true))));

  @TempDir private Path folder;

  private static OutputFile output(Path path, FileFormat format) {
    return new OutputFile(new DataFile(path, format, false), CsvDialect.commas());
  }

  @ParameterizedTest
  @EnumSource(FileFormat.class)
  void aFileHasItsNameOnlyWhenItIsComplete(FileFormat format) throws IOException {
    Path file = Files.writeString(folder.resolve("out.data"), "before");
    OutputFile output = output(file, format);
    if (!format.isWritten()) {
      assertThatThrownBy(output::check)
          .isInstanceOf(BadRequest.class)
          .hasMessageContaining("not written");
      return;
    }
    output.check();
    try (ArrowAllocator allocator = ArrowAllocator.open("test")) {
      try (BatchWriter writer = output.open(SCHEMA, allocator)) {
        assertThat(writer.rows()).isZero();
      }
      assertThat(file).hasContent("before");
      assertThat(folder.toFile().list()).containsExactly("out.data");
      try (BatchWriter writer = output.open(SCHEMA, allocator)) {
        writer.finish();
      }
    }
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .isNotEqualTo("before")
        .contains("a");
    assertThat(folder.toFile().list()).containsExactly("out.data");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(Files.createFile(folder.resolve("plain")))));
  }

  @Test
  void aLinkStaysAndWhatItPointsToIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("real.csv"), "before");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file.getFileName());
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        BatchWriter writer = output(link, FileFormat.CSV).open(SCHEMA, allocator)) {
      writer.finish();
    }
    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("a\r\n");
  }

  @Test
  void whatIsReadIsNotReplaced() throws IOException {
    Path file = Files.createFile(folder.resolve("data.csv"));
    Path other = Files.createFile(folder.resolve("other.csv"));
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file);
    for (Path same :
        List.of(file, link, folder.resolve("../" + folder.getFileName() + "/data.csv"))) {
      assertThatThrownBy(() -> output(same, FileFormat.CSV).check(other, file))
          .isInstanceOf(BadRequest.class)
          .hasMessageContaining("is the file that is read");
    }
    output(other, FileFormat.CSV).check(file, null);
    output(folder.resolve("new.csv"), FileFormat.CSV).check(file);
  }

  @Test
  void onlyRegularFilesAreReplaced() {
    Path device = Path.of("/dev/null");
    assumeTrue(Files.exists(device), "there is no /dev/null");
    assertThatThrownBy(() -> output(device, FileFormat.CSV).check())
        .isInstanceOf(BadRequest.class)
        .hasMessageContaining("no regular file");
  }

  @Test
  void streamsTakeWhatCanBeStreamed() throws IOException {
    output(null, FileFormat.CSV).check();
    assertThatThrownBy(() -> output(null, FileFormat.ARROW).check())
        .isInstanceOf(BadRequest.class)
        .hasMessageContaining("can't be written to a stream");
  }

  @Test
  void aFolderThatIsGoneIsNamed() {
    Path file = folder.resolve("gone/out.csv");
    try (ArrowAllocator allocator = ArrowAllocator.open("test")) {
      assertThatThrownBy(() -> output(file, FileFormat.CSV).open(SCHEMA, allocator))
          .isInstanceOf(ArrowFileFailure.class)
          .hasMessageContaining("'" + file + "'");
    }
  }
}
