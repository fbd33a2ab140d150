package io.pelton.examples.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.examples.cli.console.BadRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFileTest {
  @ParameterizedTest
  @CsvSource({
    "a.arrow,ARROW,false",
    "a.b.FEATHER,ARROW,false",
    "folder.csv/a.ipc,ARROW,false",
    "a.csv,CSV,false",
    "a.CSV.gz,CSV,true",
    "a.tsv,TSV,false",
    "a.tsv.gz,TSV,true"
  })
  void namesTellFormats(String name, FileFormat format, boolean isCompressed) {
    DataFile file = DataFile.of("--input", name, null);
    assertThat(file).isEqualTo(new DataFile(Path.of(name), format, isCompressed));
    assertThat(file).hasToString(name);
  }

  @Test
  void aFormatThatIsGivenCountsMore(@TempDir Path folder) {
    assertThat(DataFile.of("--input", "a.arrow", FileFormat.CSV).format())
        .isEqualTo(FileFormat.CSV);
    assertThat(DataFile.of("--input", "a.data.gz", FileFormat.TSV).isCompressed()).isTrue();
    assertThat(DataFile.of("--input", "-", FileFormat.CSV).isStandard()).isTrue();
    assertThatThrownBy(() -> DataFile.of("--input", folder.toString(), FileFormat.CSV))
        .isInstanceOf(BadRequest.class)
        .hasMessageContaining("is a folder");
  }

  @ParameterizedTest
  @CsvSource({"a.txt", "arrow", "a.arrow.gz", "-"})
  void otherNamesAskForAFormat(String name) {
    assertThatThrownBy(() -> DataFile.of("--output", name, null))
        .isInstanceOf(BadRequest.class)
        .hasMessageStartingWith("--output " + name + ": the name does not tell the format")
        .hasMessageContaining("--output-format")
        .hasMessageContaining("arrow (.arrow .feather .ipc)");
  }
}
