package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same rows in every format give the same predictions in every other. */
class ScoreFormatsTest {
  private static final List<String> INPUTS =
      List.of("in.arrow", "in.arrows", "in.parquet", "in.avro", "in.csv", "in.tsv", "in.csv.gz");
  private static final List<String> OUTPUTS =
      List.of("out.arrow", "out.arrows", "out.parquet", "out.csv", "out.tsv.gz");
  private static final Path JOBS = CommandRun.root().resolve("examples/jobs");
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  @TempDir private Path folder;

  /** The model's columns of the output, as text, names first. */
  private List<List<String>> score(Path model, Path input, String output, int width, Object... more)
      throws Exception {
    Path file = folder.resolve(output);
    Files.deleteIfExists(file);
    CommandRun run =
        CommandRun.of(
            Stream.concat(
                    Stream.of("score", "--model", model, "--input", input, "--output", file),
                    Stream.of(more))
                .toArray());
    assertThat(run.err()).as("%s to %s", input, output).isEmpty();
    assertThat(run.exitCode()).isZero();
    return Tables.cells(file).stream()
        .map(row -> row.subList(row.size() - width, row.size()))
        .map(row -> row.stream().map(String::valueOf).toList())
        .toList();
  }

  /**
   * @param forAvro options for Avro files only
   */
  private void assertSame(Path model, List<Path> inputs, int width, List<?> forAvro, Object... more)
      throws Exception {
    List<List<String>> expected = score(model, inputs.get(0), "out.arrow", width, more);
    assertThat(expected).hasSizeGreaterThan(1);
    for (Path input : inputs) {
      Object[] options =
          Stream.concat(
                  Stream.of(more),
                  input.toString().endsWith(".avro") ? forAvro.stream() : Stream.of())
              .toArray();
      for (String output : OUTPUTS) {
        assertThat(score(model, input, output, width, options))
            .as("%s to %s", input, output)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void thePipelineOfTheCensus() throws Exception {
    List<Path> inputs = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(JOBS.resolve("data/adult.arrow"), allocator);
        ArrowBatch all = reader.next();
        ArrowBatch some = all.slice(0, 150)) {
      for (String name : INPUTS) {
        inputs.add(Tables.write(folder.resolve(name), some, allocator));
      }
    }
    // names of Avro have no hyphens
    List<String> renamed =
        Stream.of(
                "education-num",
                "marital-status",
                "capital-gain",
                "capital-loss",
                "hours-per-week",
                "native-country")
            .flatMap(name -> Stream.of("--bind", name + "=" + name.replace('-', '_')))
            .toList();
    assertSame(
        JOBS.resolve("models/adult.onnx"), inputs, 3, renamed, "--null-handling", "default=?");
  }

  @Test
  void aModelOfNumbers() throws Exception {
    Path model = SharedFolder.require().resolve("models/gonnx_scaler/model.onnx");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    double[] special = {
      0.0, -0.0, 1 + 0x1p-24, Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-300, 16777217
    };
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < 200; row++) {
      Object[] cells = new Object[4];
      cells[0] = "row " + row;
      for (int column = 1; column < cells.length; column++) {
        int kind = random.nextInt(12);
        cells[column] =
            kind < special.length
                ? (Object) special[kind]
                : kind == 8 ? null : (Object) (random.nextGaussian() * 100);
      }
      rows.add(Arrays.asList(cells));
    }
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Utf8()),
                Field.nullable("a", DOUBLE),
                Field.nullable("b", DOUBLE),
                Field.nullable("c", DOUBLE)));
    List<Path> inputs = new ArrayList<>();
    for (String name : INPUTS) {
      inputs.add(Tables.write(folder.resolve(name), schema, rows));
    }
    try {
      assertSame(model, inputs, 3, List.of(), "--columns", "c,a,b");
    } catch (AssertionError failure) {
      throw new AssertionError("seed " + seed, failure);
    }
  }

  @Test
  void theSameTableFromOtherTools() throws Exception {
    Path shared = SharedFolder.require();
    Path model = shared.resolve("models/gonnx_scaler/model.onnx");
    Path avro = shared.resolve("data/arrow-testing/data/avro/alltypes_plain.avro");
    Path parquet = shared.resolve("data/parquet-testing/data/alltypes_plain.parquet");
    Object[] options = {
      "--columns", "bigint_col,float_col,double_col", "--keep", "id,string_col,bool_col,double_col"
    };
    List<List<String>> expected = score(model, avro, "out.csv", 7, options);
    assertThat(expected).hasSize(9);
    assertThat(expected.get(0)).startsWith("id", "string_col", "bool_col", "double_col");
    assertThat(score(model, parquet, "out.csv", 7, options)).isEqualTo(expected);
    assertSame(model, List.of(avro, parquet), 3, List.of(), options);
  }

  @Test
  void orcIsReadToo() throws Exception {
    Path model = SharedFolder.require().resolve("models/gonnx_scaler/model.onnx");
    Path orc = CommandRun.root().resolve("arrow-bridge/src/test/resources/orc/rows.orc");
    Object[] options = {"--columns", "id,x,id", "--keep", "id,x,day,tags"};
    List<List<String>> scored = score(model, orc, "rows.csv", 7, options);
    assertThat(scored).hasSize(3001);
    assertThat(scored.get(6)).startsWith("5", "0.625", "1967-04-12", "[5,6]");
    assertThat(scored.get(4)).startsWith("3", "null", "1967-04-10", "[]").contains("NaN");
    List<List<String>> again =
        score(
            model,
            folder.resolve("rows.csv"),
            "again.csv",
            3,
            "--columns",
            "id,x,id",
            "--predictions-only");
    assertThat(again).isEqualTo(scored.stream().map(row -> row.subList(4, 7)).toList());
  }
}
