package io.pelton.examples.benchmarks.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedSectionsTest {
  @TempDir private Path folder;

  @Test
  void replacesWhatIsBetweenTheMarks() throws IOException {
    Path file = folder.resolve("doc.md");
    Files.writeString(
        file,
        """
        a
        <!-- generated x -->
        old
        <!-- end -->
        b
        <!-- generated y -->
        <!-- end -->
        """);
    GeneratedSections sections = GeneratedSections.of(file);
    sections.replace("y", "two\n");
    sections.replace("x", new MarkdownTable("h", "i").toString());
    sections.write();
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            a
            <!-- generated x -->

            | h | i |
            | --- | --- |

            <!-- end -->
            b
            <!-- generated y -->

            two

            <!-- end -->
            """);
  }

  @Test
  void aDocumentWithoutTheMarksIsRefused() throws IOException {
    Path file = folder.resolve("doc.md");
    Files.writeString(file, "nothing\n");
    assertThatThrownBy(() -> GeneratedSections.of(file).replace("x", ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no section from '<!-- generated x -->'");
  }

  @Test
  void cellsKeepTheirBars() {
    MarkdownTable table = new MarkdownTable("a");
    table.row("x | y\nz");
    assertThat(table.toString()).endsWith("| x \\| y z |\n");
  }
}
