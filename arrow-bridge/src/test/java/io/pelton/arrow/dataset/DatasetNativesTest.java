package io.pelton.arrow.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs in which Arrow's native library can't be loaded. */
class DatasetNativesTest {
  private static final Path FILE = Shared.path("data/parquet-testing/data/alltypes_plain.parquet");

  @TempDir Path folder;

  private static String outcome(ScanProcesses processes) throws IOException {
    return processes.scan(List.of(FILE)).get(FILE);
  }

  @Test
  void withAllOfItTheFileIsRead() throws IOException {
    assertThat(outcome(new ScanProcesses())).isEqualTo("read 8");
  }

  @Test
  void withoutTheJarTheErrorNamesIt() throws IOException {
    assertThat(outcome(new ScanProcesses().without("arrow-dataset")))
        .startsWith("DatasetUnavailable")
        .contains("arrow-dataset is not on the class path")
        .contains("add org.apache.arrow:arrow-dataset:18.3.0")
        .contains("Flink's own format");
    assertThat(outcome(new ScanProcesses().without("arrow-c-data")))
        .startsWith("DatasetUnavailable")
        .contains("arrow-c-data is not on the class path");
  }

  @Test
  void aTemporaryFolderThatIsNotThereIsNamed() throws IOException {
    Path missing = folder.resolve("missing");
    assertThat(outcome(new ScanProcesses("-Djava.io.tmpdir=" + missing)))
        .startsWith("DatasetUnavailable")
        .contains(missing + " is no writable folder")
        .contains("let java.io.tmpdir name");
  }

  @Test
  void aLibraryThatDoesNotLoadIsExplained() throws IOException {
    // no native library at all for such a processor
    assertThat(outcome(new ScanProcesses("-Dos.arch=riscv64", "-Djava.io.tmpdir=" + folder)))
        .startsWith("DatasetUnavailable")
        .contains("riscv64")
        .contains("needs glibc 2.17");
  }
}
