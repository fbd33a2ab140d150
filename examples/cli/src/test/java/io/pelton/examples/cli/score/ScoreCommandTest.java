package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreCommandTest {
  private static final Path JOBS = CommandRun.root().resolve("examples/jobs");
  private static final Path MODEL = JOBS.resolve("models/adult.onnx");
  private static final Path ROWS = JOBS.resolve("data/adult.arrow");
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  @TempDir private Path folder;

  private CommandRun score(Path model, Path input, Path output, Object... more) {
    return CommandRun.of(
        Stream.concat(
                Stream.of("score", "--model", model, "--input", input, "--output", output),
                Stream.of(more))
            .toArray());
  }

  private static Field field(String name, ArrowType type) {
    return Field.nullable(name, type);
  }

  private Path file(String name, Schema schema, List<List<Object>> rows) {
    return Tables.write(folder.resolve(name), schema, rows);
  }

  @Test
  void writesPredictionsBesideTheColumns() {
    Path output = folder.resolve("out.arrow");
    CommandRun run = score(MODEL, ROWS, output, "--null-handling", "default=?");
    assertThat(run.failures()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.lastLine())
        .matches("32561 rows in \\d+ batches, [\\d.]+ s, \\d+ rows/s, written to .*out.arrow");

    List<List<Object>> input = Tables.cells(ROWS);
    List<List<Object>> scored = Tables.cells(output);
    int width = input.get(0).size();
    assertThat(scored).hasSameSizeAs(input);
    assertThat(scored.get(0).subList(width, width + 3))
        .containsExactly("label", "probabilities_0", "probabilities_1");
    int income = input.get(0).indexOf("income");
    int right = 0;
    for (int row = 1; row < scored.size(); row++) {
      assertThat(scored.get(row).subList(0, width)).isEqualTo(input.get(row));
      if (scored.get(row).get(width).equals(input.get(row).get(income))) {
        right++;
      }
    }
    // the share of the commoner class is 76 %
    assertThat(right / (double) (scored.size() - 1)).isBetween(0.85, 0.95);
  }

  @Test
  void batchesDoNotMatter() {
    Path large = folder.resolve("large.arrow");
    Path small = folder.resolve("small.arrow");
    assertThat(score(MODEL, ROWS, large, "--null-handling", "default=?").exitCode()).isZero();
    CommandRun run = score(MODEL, ROWS, small, "--null-handling", "default=?", "--batch-rows", 7);
    assertThat(run.exitCode()).isZero();
    assertThat(Tables.cells(small)).isEqualTo(Tables.cells(large));
  }

  @Test
  void aFileWithoutRowsGivesColumnsWithoutRows() {
    Schema schema;
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(ROWS, allocator)) {
      schema = reader.schema();
    }
    Path output = folder.resolve("out.arrow");
    CommandRun run = score(MODEL, file("empty.arrow", schema, List.of()), output);
    assertThat(run.failures()).isEmpty();
    assertThat(run.outLines()).allMatch(line -> line.startsWith("0 rows in 1 batches"));
    assertThat(Tables.cells(output)).hasSize(1);
    assertThat(Tables.cells(output).get(0)).contains("age", "label", "probabilities_1");
  }

  @Test
  void aRefusedNullIsNamedAndLeavesNoFile() {
    Path output = folder.resolve("out.arrow");
    CommandRun run = score(MODEL, ROWS, output, "--null-handling", "fail");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("pelton: in the batch of ").contains("null");
    assertThat(run.err()).contains("--null-handling default=VALUE").doesNotContain("drop");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anOutputThatCannotBeWrittenIsRefusedFirst() {
    Path missing = folder.resolve("missing");
    Path noModel = folder.resolve("none.onnx");
    CommandRun below = score(noModel, ROWS, missing.resolve("out.arrow"));
    assertThat(below.exitCode()).isEqualTo(1);
    assertThat(below.err().lines())
        .singleElement()
        .asString()
        .contains("there is no folder " + missing)
        .doesNotContain("Exception", ".tmp");
    CommandRun itself = score(noModel, ROWS, folder);
    assertThat(itself.exitCode()).isEqualTo(1);
    assertThat(itself.err().lines())
        .containsExactly("pelton: --output " + folder + " is a folder; name a file");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anInputOfSeveralColumnsTakesAllNumbersOrThoseListed() {
    Path model = SharedFolder.require().resolve("models/gonnx_scaler/model.onnx");
    Schema schema =
        new Schema(
            List.of(
                field("id", new ArrowType.Utf8()),
                field("a", DOUBLE),
                field("b", new ArrowType.Int(32, true)),
                field("c", DOUBLE)));
    Path input =
        file("in.arrow", schema, List.of(List.of("x", 1.0, 2, 3.0), List.of("y", 4.0, 5, 6.0)));
    Path all = folder.resolve("all.arrow");
    Path listed = folder.resolve("listed.arrow");
    assertThat(score(model, input, all).failures()).isEmpty();
    assertThat(score(model, input, listed, "--columns", "a,b,c").exitCode()).isZero();
    assertThat(Tables.cells(all).get(0))
        .containsExactly("id", "a", "b", "c", "variable_0", "variable_1", "variable_2");
    assertThat(Tables.cells(listed)).isEqualTo(Tables.cells(all));

    Path turned = folder.resolve("turned.arrow");
    assertThat(score(model, input, turned, "--columns", "c,b,a", "--prefix", "p_").exitCode())
        .isZero();
    assertThat(Tables.cells(turned).get(0))
        .endsWith("p_variable_0", "p_variable_1", "p_variable_2");
    assertThat(Tables.cells(turned).get(1)).isNotEqualTo(Tables.cells(all).get(1));

    CommandRun short_ = score(model, input, turned, "--columns", "a,b");
    assertThat(short_.exitCode()).isEqualTo(1);
    assertThat(short_.err()).contains("'X'").contains("[a, b]");
  }

  @Test
  void nullsBecomeNanOrADefault() {
    Path model = SharedFolder.require().resolve("models/gonnx_scaler/model.onnx");
    Schema schema = new Schema(List.of(field("a", DOUBLE), field("b", DOUBLE), field("c", DOUBLE)));
    List<Object> holes = new ArrayList<>(List.of(1.0, 2.0));
    holes.add(null);
    Path input = file("in.arrow", schema, List.of(holes, List.of(1.0, 2.0, 7.5)));
    Path nan = folder.resolve("nan.arrow");
    assertThat(score(model, input, nan).exitCode()).isZero();
    assertThat(Tables.cells(nan).get(1)).endsWith(Float.NaN);
    Path filled = folder.resolve("filled.arrow");
    assertThat(score(model, input, filled, "--null-handling", "default=7.5").exitCode()).isZero();
    List<List<Object>> rows = Tables.cells(filled);
    assertThat(rows.get(1).subList(3, 6)).isEqualTo(rows.get(2).subList(3, 6));
    assertThat(rows.get(1).get(2)).isNull();
  }

  @Test
  void namesThatClashAskForAPrefix() {
    Path model = SharedFolder.require().resolve("models/gonnx_scaler/model.onnx");
    List<Field> fields =
        IntStream.range(0, 3).mapToObj(i -> field("variable_" + i, DOUBLE)).toList();
    Path input = file("in.arrow", new Schema(fields), List.of(List.of(1.0, 2.0, 3.0)));
    Path output = folder.resolve("out.arrow");
    CommandRun run = score(model, input, output);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("'variable_0'").contains("--prefix");
    assertThat(score(model, input, output, "--prefix", "scaled_").exitCode()).isZero();
  }

  @Test
  void zipMapsBecomeMaps() {
    // takes one row at a time, too
    Path model = SharedFolder.require().resolve("models/ort_logreg_iris/model.onnx");
    List<Field> fields =
        IntStream.range(0, 4).mapToObj(i -> field("feature " + i, DOUBLE)).toList();
    List<Object> setosa = List.of(5.1, 3.5, 1.4, 0.2);
    List<Object> virginica = List.of(6.3, 3.3, 6.0, 2.5);
    Path input = file("in.arrow", new Schema(fields), List.of(setosa, virginica, setosa));
    Path output = folder.resolve("out.arrow");
    CommandRun run = score(model, input, output);
    assertThat(run.failures()).isEmpty();
    assertThat(run.lastLine()).startsWith("3 rows in 3 batches");
    List<List<Object>> rows = Tables.cells(output);
    assertThat(rows.get(0)).endsWith("label", "probabilities");
    assertThat(rows).extracting(row -> row.get(4)).containsExactly("label", 0L, 2L, 0L);
    assertThat(rows.get(1).get(5).toString())
        .matches("\\[\\{\"key\":0,\"value\":0\\.\\d+},\\{\"key\":1,.*},\\{\"key\":2,.*}]");
    assertThat(rows.get(3)).isEqualTo(rows.get(1));
  }

  @Test
  void badFilesAreToldInOneMessage() throws Exception {
    Path output = folder.resolve("out.arrow");
    Path text = Files.writeString(folder.resolve("text.arrow"), "age,income\n39,<=50K\n");
    byte[] bytes = Files.readAllBytes(ROWS);
    Path cut =
        Files.write(folder.resolve("cut.arrow"), java.util.Arrays.copyOf(bytes, bytes.length / 2));
    Path missing = folder.resolve("missing.arrow");
    for (Path input : List.of(text, cut, missing)) {
      CommandRun run = score(MODEL, input, output);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).startsWith("pelton: ").contains(input.toString());
      assertThat(run.err().lines()).hasSize(1);
    }
    Path other =
        file("other.arrow", new Schema(List.of(field("x", DOUBLE))), List.of(List.of(1.0)));
    CommandRun column = score(MODEL, other, output);
    assertThat(column.exitCode()).isEqualTo(1);
    assertThat(column.err()).contains("'age'").contains("[x]");
    assertThat(output).doesNotExist();
  }
}
