package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToleranceSearchTest {
  private static final Tolerance DEFAULTS = new Tolerance(1e-4, 1e-5, OptionalDouble.empty());

  @TempDir private Path outside;
  private Path root;
  private Path model;

  @BeforeEach
  void makeFolders() throws IOException {
    root = outside.resolve("root");
    model = Files.createDirectories(root.resolve("family/model"));
  }

  private Tolerance search() throws IOException {
    return new ToleranceSearch(DEFAULTS).of(model, root);
  }

  @Test
  void withoutFilesTheDefaultsCount() throws IOException {
    assertThat(search()).isEqualTo(DEFAULTS);
  }

  @Test
  void emptyAndMissingCellsKeepTheDefault() throws IOException {
    Files.writeString(
        root.resolve("models.tsv"), "model\tkind\trtol\tatol\tcosine\nmodel\tmlp\t\t0.5\n");
    assertThat(search()).isEqualTo(new Tolerance(1e-4, 0.5, OptionalDouble.empty()));
  }

  @Test
  void columnsAreFoundByName() throws IOException {
    Files.writeString(
        root.resolve("tolerance.tsv"), "name\tcosine\trtol\nother\t0.1\t0.2\nmodel\t0.98\t\n");
    assertThat(search()).isEqualTo(new Tolerance(1e-4, 1e-5, OptionalDouble.of(0.98)));
  }

  @Test
  void theNearestFileWithTheFolderCounts() throws IOException {
    Files.writeString(root.resolve("models.tsv"), "model\trtol\nmodel\t0.1\n");
    Files.writeString(root.resolve("family/models.tsv"), "model\trtol\nother\t0.3\n");
    assertThat(search().rtol()).isEqualTo(0.1);
    Files.writeString(root.resolve("family/models.tsv"), "model\trtol\nmodel\t0.2\n");
    assertThat(search().rtol()).isEqualTo(0.2);
    Files.writeString(model.resolve("tolerance.tsv"), "model\trtol\nmodel\t0.4\n");
    assertThat(search().rtol()).isEqualTo(0.4);
  }

  @Test
  void filesAboveTheRootAreReadOnlyBesideTheModel() throws IOException {
    Files.writeString(outside.resolve("models.tsv"), "model\trtol\nmodel\t0.1\n");
    assertThat(search()).isEqualTo(DEFAULTS);
    Files.writeString(root.resolve("family/models.tsv"), "model\trtol\nmodel\t0.2\n");
    assertThat(new ToleranceSearch(DEFAULTS).of(model, model).rtol()).isEqualTo(0.2);
  }

  @Test
  void aFileWithoutSuchColumnsSaysNothing() throws IOException {
    Files.writeString(root.resolve("models.tsv"), "model\tlicence\nmodel\tMIT\n");
    assertThat(search()).isEqualTo(DEFAULTS);
    Files.writeString(root.resolve("models.tsv"), "");
    assertThat(search()).isEqualTo(DEFAULTS);
  }

  /** Defaults that no line has, so that none can stand in for what was not read. */
  @Test
  void everySharedModelHasTheToleranceOfItsLine() throws IOException {
    Path models = SharedFolder.require().resolve("models");
    Tolerance strange = new Tolerance(7, 7, OptionalDouble.empty());
    ToleranceSearch search = new ToleranceSearch(strange);
    List<String> lines = Files.readAllLines(models.resolve("models.tsv"));
    assertThat(lines.get(0)).startsWith("model\tcategory\trtol\tatol\tcosine\t");
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      OptionalDouble cosine =
          cells[4].isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(Double.parseDouble(cells[4]));
      double rtol = cells[2].isEmpty() ? 7 : Double.parseDouble(cells[2]);
      double atol = cells[3].isEmpty() ? 7 : Double.parseDouble(cells[3]);
      assertThat(cosine.isPresent()).as(line).isEqualTo(rtol == 7);
      assertThat(search.of(models.resolve(cells[0]), models))
          .as(line)
          .isEqualTo(new Tolerance(rtol, atol, cosine));
    }
  }

  @Test
  void aNumberThatIsNoneIsNamed() throws IOException {
    Files.writeString(root.resolve("models.tsv"), "model\trtol\nmodel\tsmall\n");
    assertThatThrownBy(this::search)
        .hasMessageContaining("models.tsv, line 2: column rtol should be a number but is 'small'");
  }
}
