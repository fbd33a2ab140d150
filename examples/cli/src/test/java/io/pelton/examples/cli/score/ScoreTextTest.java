package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Delimited text, scored. */
class ScoreTextTest {
  private static final Path CENSUS = CommandRun.root().resolve("examples/jobs/models/adult.onnx");

  @TempDir private Path folder;
  private Path scaler;

  @BeforeEach
  void findModel() {
    scaler = SharedFolder.require().resolve("models/gonnx_scaler/model.onnx");
  }

  private Path text(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  private CommandRun score(Path model, Path input, String output, Object... more) {
    return CommandRun.of(
        Stream.concat(
                Stream.of(
                    "score",
                    "--model",
                    model,
                    "--input",
                    input,
                    "--output",
                    folder.resolve(output)),
                Stream.of(more))
            .toArray());
  }

  private List<String> lines(String output) throws IOException {
    return Files.readAllLines(folder.resolve(output));
  }

  @Test
  void columnsThatStayKeepTheirText() throws IOException {
    Path input = text("in.csv", "a,b,c", "01,2.50,3e0", "1,2.5,3");
    CommandRun run = score(scaler, input, "out.csv");
    assertThat(run.err()).isEmpty();
    assertThat(lines("out.csv").get(0)).isEqualTo("a,b,c,variable_0,variable_1,variable_2");
    assertThat(lines("out.csv").get(1)).startsWith("01,2.50,3e0,");
    assertThat(lines("out.csv").get(1).substring(12))
        .isEqualTo(lines("out.csv").get(2).substring(8));
  }

  @Test
  void columnsCanBeChosen() throws IOException {
    Path input = text("in.csv", "id,a,b,c,note", "x,1,2,3,n", "y,4,5,6,m");
    CommandRun several = score(scaler, input, "all.csv");
    assertThat(several.exitCode()).isEqualTo(1);
    assertThat(several.err()).contains("[id, a, b, c, note]", "with --columns");
    assertThat(score(scaler, input, "all.csv", "--columns", "a,b,c").exitCode()).isZero();
    assertThat(score(scaler, input, "some.csv", "--columns", "a,b,c", "--keep", "note,b").err())
        .isEmpty();
    assertThat(lines("some.csv").get(0)).isEqualTo("note,b,variable_0,variable_1,variable_2");
    assertThat(lines("some.csv").get(1)).startsWith("n,2,");
    assertThat(score(scaler, input, "none.csv", "--columns", "a,b,c", "--predictions-only").err())
        .isEmpty();
    assertThat(lines("none.csv"))
        .isEqualTo(
            lines("all.csv").stream().map(line -> line.replaceAll("^(.*?,){5}", "")).toList());
    assertThat(score(scaler, input, "some.arrow", "--columns", "a,b,c", "--keep", "note,b").err())
        .isEmpty();
    assertThat(Tables.cells(folder.resolve("some.arrow")).get(1)).startsWith("n", 2.0);

    CommandRun unknown = score(scaler, input, "x.csv", "--columns", "a,b,c", "--keep", "b,d");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("'d'", "--keep", "[id, a, b, c, note]");
    CommandRun missing = score(scaler, input, "x.csv", "--columns", "a,b,z");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("'z'", "[id, a, b, c, note]");
    assertThat(folder.resolve("x.csv")).doesNotExist();
  }

  @Test
  void withoutAHeaderColumnsAreNamedByPosition() throws IOException {
    Path input = text("in.data", "x;1;2;3", "y;4;5;6");
    CommandRun run =
        score(
            scaler,
            input,
            "out.csv",
            "--input-format",
            "csv",
            "--csv-delimiter",
            ";",
            "--no-header",
            "--columns",
            "2,3,4");
    assertThat(run.err()).isEmpty();
    assertThat(lines("out.csv").get(0)).isEqualTo("1;2;3;4;variable_0;variable_1;variable_2");
    assertThat(lines("out.csv").get(2)).startsWith("y;4;5;6;");
  }

  @Test
  void inputsCanBeBoundToColumnsOfOtherNames() throws IOException {
    String names =
        "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,"
            + "sex,capital-gain,capital-loss,hours-per-week,native-country";
    String row =
        "39,State-gov,77516,Bachelors,13,Never-married,Adm-clerical,Not-in-family,White,Male,"
            + "2174,0,40,United-States";
    Path named = text("named.csv", names, row);
    Path renamed = text("renamed.csv", names.replaceFirst("age", "years"), row);
    assertThat(score(CENSUS, named, "a.csv", "--predictions-only").err()).isEmpty();
    CommandRun run = score(CENSUS, renamed, "b.csv", "--predictions-only", "--bind", "age=years");
    assertThat(run.err()).isEmpty();
    assertThat(lines("b.csv")).isEqualTo(lines("a.csv")).hasSize(2);
    CommandRun unbound = score(CENSUS, renamed, "c.csv");
    assertThat(unbound.exitCode()).isEqualTo(1);
    assertThat(unbound.err()).contains("'age'", "years, workclass");
    CommandRun wrong = score(CENSUS, renamed, "c.csv", "--bind", "aged=years");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).contains("no input 'aged'", "[age, workclass");
  }

  @Test
  void nullsHaveTheirRules() throws IOException {
    Path input = text("in.csv", "a,b,c", "1,NA,3", "1,7.5,3");
    assertThat(score(scaler, input, "nan.csv", "--csv-null", "NA").err()).isEmpty();
    assertThat(lines("nan.csv").get(1)).startsWith("1,NA,3,").contains(",NaN,");
    assertThat(
            score(
                    scaler,
                    input,
                    "filled.csv",
                    "--csv-null",
                    "NA",
                    "--null-handling",
                    "default=7.5",
                    "--predictions-only")
                .err())
        .isEmpty();
    assertThat(lines("filled.csv").get(1)).isEqualTo(lines("filled.csv").get(2));
    CommandRun fail =
        score(scaler, input, "fail.csv", "--csv-null", "NA", "--null-handling", "fail");
    assertThat(fail.exitCode()).isEqualTo(1);
    assertThat(fail.err()).contains("'b'", "null is not allowed").hasLineCount(1);
  }

  @Test
  void badCellsFailOrAreCounted() throws IOException {
    Path input = text("in.csv", "a,b,c", "1,x,3", "1,2,", "y,2,3");
    CommandRun fail = score(scaler, input, "out.csv");
    assertThat(fail.exitCode()).isEqualTo(1);
    assertThat(fail.err())
        .isEqualTo(
            "pelton: '%s', line 2: column 'b': expected a number, found 'x'%n".formatted(input));
    assertThat(folder.toFile().list()).containsExactly("in.csv");
    CommandRun counted = score(scaler, input, "out.csv", "--csv-bad-cells", "null");
    assertThat(counted.exitCode()).isZero();
    assertThat(counted.err())
        .isEqualTo(
            "2 cells were read as nulls because they are no values of their columns, the first in"
                + " line 2, column 'b': expected a number, found 'x'\n");
    assertThat(lines("out.csv").get(1)).startsWith("1,x,3,").contains(",NaN,");
  }

  @Test
  void aHeaderAloneGivesAHeader() throws IOException {
    CommandRun run = score(scaler, text("in.csv", "a,b,c"), "out.csv");
    assertThat(run.err()).isEmpty();
    assertThat(lines("out.csv")).containsExactly("a,b,c,variable_0,variable_1,variable_2");
  }

  @Test
  void mapsAreJson() throws IOException {
    Path model = scaler.resolveSibling("../ort_logreg_iris/model.onnx").normalize();
    CommandRun run = score(model, text("in.csv", "a,b,c,d", "5.1,3.5,1.4,0.2"), "out.csv");
    assertThat(run.err()).isEmpty();
    assertThat(lines("out.csv").get(1))
        .matches("5.1,3.5,1.4,0.2,0,\"\\{\"\"0\"\":0.\\d+,\"\"1\"\":0.\\d+,\"\"2\"\":[\\d.E-]+}\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b,c\\n1,2,3\\n1,2\\n | line 3: 2 cells, but there are 3 columns",
        "a,b,c\\n1,\"2,3\\n | line 2: a quote is not closed",
        "a,b,c\\n1,\"2\"x,3\\n | line 2: something stands between",
        "a,b,a\\n1,2,3\\n | line 1: two columns are named 'a'",
        "'' | is empty",
        "a,b,c\\n1,2,\\u00ff\\n | line 2: expected UTF-8, found the byte 0xFF at byte 10"
      })
  void brokenTextIsToldInOneLineThatNamesTheFile(String text, String expected) throws IOException {
    byte[] bytes =
        text.replace("\\n", "\n")
            .replace("\\u00ff", "\u00ff")
            .getBytes(StandardCharsets.ISO_8859_1);
    Path input = Files.write(folder.resolve("in.csv"), bytes);
    for (String output : List.of("out.csv", "out.arrow")) {
      CommandRun run = score(scaler, input, output);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("pelton: '" + input + "'")
          .contains(expected)
          .hasLineCount(1);
      assertThat(folder.toFile().list()).containsExactly("in.csv");
    }
  }

  @Test
  void brokenArchivesAreToldInOneLineThatNamesTheFile() throws IOException {
    Path plain = text("plain.csv.gz", "a,b,c");
    CommandRun none = score(scaler, plain, "out.csv");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("'" + plain + "' is no gzip file").hasLineCount(1);
    Path rows = text("rows.csv", "a,b,c" + "\n1,2,3".repeat(50_000));
    assertThat(score(scaler, rows, "packed.csv.gz").err()).isEmpty();
    byte[] packed = Files.readAllBytes(folder.resolve("packed.csv.gz"));
    Path cut = Files.write(folder.resolve("cut.csv.gz"), Arrays.copyOf(packed, packed.length / 2));
    CommandRun half = score(scaler, cut, "out.csv", "--columns", "a,b,c", "--prefix", "again_");
    assertThat(half.exitCode()).isEqualTo(1);
    assertThat(half.err()).matches("(?s)pelton: '.*cut.csv.gz', line \\d+: .*it was cut short\\R");
    assertThat(folder.resolve("out.csv")).doesNotExist();
  }

  @Test
  void theOutputMustNotReplaceWhatIsRead() throws IOException {
    Path input = text("in.csv", "a,b,c", "1,2,3");
    CommandRun run = score(scaler, input, "in.csv");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("is the file that is read");
    assertThat(input).content().startsWith("a,b,c");
  }

  @Test
  void itSaysHowFarItIsWhenAsked() throws IOException {
    Path input = text("in.csv", "a,b,c" + "\n1,2,3".repeat(10));
    CommandRun run = score(scaler, input, "out.csv", "--quiet");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out() + run.err()).isEmpty();
    CommandRun both = score(scaler, input, "out.csv", "--quiet", "--progress");
    assertThat(both.exitCode()).isEqualTo(2);
    CommandRun marks = score(scaler, input, "out.csv", "--csv-delimiter", "\"");
    assertThat(marks.exitCode()).isEqualTo(2);
    assertThat(marks.err()).contains("delimiter and quote are both '\"'");
  }
}
