package io.pelton.flink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.FailOnce;
import io.pelton.flink.Inference;
import io.pelton.flink.RecordModels;
import io.pelton.flink.SharedFolder;
import io.pelton.flink.rowdata.AllTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables in SQL, on a cluster. */
class ArrowTableITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(new Configuration())
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"true, none", "false, lz4"})
  void rowsOfAllTypesComeBack(boolean batch, String compression) throws Exception {
    long seed = new Random().nextLong();
    DataType type = AllTypes.type();
    List<Row> rows = AllTypes.rows(type, 500, new Random(seed));
    Tables tables = batch ? Tables.batch() : Tables.streaming();
    if (!batch) {
      tables.streams().getConfig().enableObjectReuse();
    }
    Map<String, String> options =
        Map.of(
            "arrow.compression", compression,
            "arrow.batch-rows", "64",
            "arrow.dictionary-columns", "f8;f9");
    tables
        .rows("truth", type, rows)
        .table("files", type, folder.toString(), options)
        .run("INSERT INTO files SELECT * FROM truth");

    List<Row> read = tables.query("SELECT * FROM files");

    read.sort(Comparator.comparing(row -> (Integer) row.getField(0)));
    assertThat(read).as("seed " + seed).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      for (int field = 0; field < rows.get(i).getArity(); field++) {
        // rows compare arrays in maps by their contents
        assertThat(Row.of(read.get(i).getField(field)))
            .as("seed %d, row %d, field %d", seed, i, field)
            .isEqualTo(Row.of(rows.get(i).getField(field)));
      }
    }
  }

  @Test
  void whatAQueryGivesFeedsAModel() throws Exception {
    StreamTableEnvironment tables = Tables.streaming().sql();
    Table table =
        tables.sqlQuery(
            "SELECT id, ARRAY[CAST(a AS FLOAT), b] AS x FROM (VALUES (1, 0.5, 2), (2, 3, 4)) AS"
                + " t(id, a, b)");
    DataType type = table.getResolvedSchema().toPhysicalRowDataType();
    DataStream<RowData> rows = tables.toDataStream(table, type.bridgedTo(RowData.class).notNull());
    DataStream<String> scored =
        Inference.rowData()
            .model(RecordModels.doubled(folder, TensorProto.DataType.FLOAT_VALUE, 2).toString())
            .build()
            .apply(rows)
            .map(row -> row.input().getInt(0) + " " + Arrays.toString(row.floats("y")));
    List<String> found = new ArrayList<>();
    try (CloseableIterator<String> results = scored.executeAndCollect()) {
      results.forEachRemaining(found::add);
    }
    assertThat(found).containsExactlyInAnyOrder("1 [1.0, 4.0]", "2 [6.0, 8.0]");
  }

  private static final DataType FLIGHT =
      DataTypes.ROW(
          DataTypes.FIELD("delay", DataTypes.INT()),
          DataTypes.FIELD("distance", DataTypes.INT()),
          DataTypes.FIELD("time", DataTypes.DOUBLE()));

  @Test
  void aggregatesOfFlightsAreThoseOfAPlainLoop() throws Exception {
    Path file = SharedFolder.path("data/vega/flights-200k.arrow");
    long rows = 0;
    long delays = 0;
    long farthest = 0;
    double times = 0;
    try (ArrowAllocator allocator = ArrowAllocator.open("flights");
        IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          BaseIntVector delay = (BaseIntVector) batch.vector("delay");
          BaseIntVector distance = (BaseIntVector) batch.vector("distance");
          FloatingPointVector time = (FloatingPointVector) batch.vector("time");
          rows += batch.rows();
          for (int i = 0; i < batch.rows(); i++) {
            delays += delay.getValueAsLong(i);
            farthest = Math.max(farthest, distance.getValueAsLong(i));
            times += time.getValueAsDouble(i);
          }
        }
      }
    }
    Row row =
        Tables.batch()
            .table("flights", FLIGHT, file)
            .query(
                "SELECT COUNT(*), SUM(CAST(delay AS BIGINT)), MAX(distance), SUM(`time`)"
                    + " FROM flights")
            .get(0);
    assertThat(row.getField(0)).isEqualTo(rows);
    assertThat(row.getField(1)).isEqualTo(delays);
    assertThat(row.getField(2)).isEqualTo((int) farthest);
    assertThat((Double) row.getField(3)).isCloseTo(times, Percentage.withPercentage(1e-9));
  }

  private static final DataType WIDE =
      DataTypes.ROW(
          DataTypes.FIELD("id", DataTypes.INT()),
          DataTypes.FIELD("text", DataTypes.STRING()),
          DataTypes.FIELD("late", DataTypes.DOUBLE()));

  private static final int WIDE_ROWS = 20_000;

  /** A file of 20 batches; the last column is null but in the last two. */
  private Path wide() throws IOException {
    return TableFiles.write(
        folder.resolve("wide.arrow"),
        WIDE,
        1_000,
        IntStream.range(0, WIDE_ROWS)
            .mapToObj(
                i ->
                    GenericRowData.of(
                        i,
                        StringData.fromString("a text that is rather long " + i),
                        i < 18_000 ? null : i / 4.0)));
  }

  private long bytes(Path file, String query, int rows) throws Exception {
    Tables tables = Tables.batch();
    tables.streams().setParallelism(1);
    CountingFileSystem.bytesRead(file);
    List<Row> read =
        tables.table("wide", WIDE, CountingFileSystem.uri(file), Map.of()).query(query);
    assertThat(read).as(query).hasSize(rows);
    return CountingFileSystem.bytesRead(file);
  }

  @Test
  void onlyWhatAQueryNeedsIsRead() throws Exception {
    Path file = wide();
    long all = bytes(file, "SELECT * FROM wide", WIDE_ROWS);
    assertThat(all).isGreaterThanOrEqualTo(Files.size(file) * 9 / 10);
    assertThat(bytes(file, "SELECT id FROM wide", WIDE_ROWS)).isLessThan(all / 4);
    assertThat(bytes(file, "SELECT late FROM wide WHERE late IS NOT NULL", 2_000))
        .isLessThan(all / 20);
    assertThat(bytes(file, "SELECT late, text FROM wide WHERE late > 4600.0", 1_599))
        .isLessThan(all / 5);
    // readers are a few batches ahead
    assertThat(bytes(file, "SELECT * FROM wide LIMIT 10", 10)).isLessThan(all / 3);
  }

  @Test
  void aFileIsSharedByItsBlocks() throws Exception {
    Path file = wide();
    CountingFileSystem.cutIntoBlocks(file, Files.size(file) / 5 + 1);
    int before = CountingFileSystem.opened(file);
    List<Row> rows =
        Tables.batch()
            .table("wide", WIDE, CountingFileSystem.uri(file), Map.of())
            .query("SELECT COUNT(id), COUNT(DISTINCT id) FROM wide");
    assertThat(rows).containsExactly(Row.of((long) WIDE_ROWS, (long) WIDE_ROWS));
    assertThat(CountingFileSystem.opened(file) - before).isEqualTo(5);
  }

  @Test
  void partitionsAreWrittenAndOnlyWantedOnesRead() throws Exception {
    Tables tables = Tables.batch();
    tables.run(
        "CREATE TABLE parts (id INT, kind STRING, yr INT) PARTITIONED BY (kind, yr) WITH ("
            + "'connector' = 'filesystem', 'format' = 'arrow', 'path' = '"
            + CountingFileSystem.uri(folder)
            + "')");
    tables.run("INSERT INTO parts VALUES (1, 'a', 2020), (2, 'b', 2020)," + " (3, 'a', 2021)");
    assertThat(tables.query("SELECT * FROM parts"))
        .containsExactlyInAnyOrder(
            Row.of(1, "a", 2020), Row.of(2, "b", 2020), Row.of(3, "a", 2021));
    List<Path> files = files(folder);
    assertThat(files).hasSize(3);
    files.forEach(CountingFileSystem::bytesRead);
    assertThat(tables.query("SELECT id, yr FROM parts WHERE kind = 'a'"))
        .containsExactlyInAnyOrder(Row.of(1, 2020), Row.of(3, 2021));
    for (Path file : files) {
      assertThat(CountingFileSystem.bytesRead(file) > 0)
          .as(file.toString())
          .isEqualTo(file.toString().contains("kind=a"));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .filter(file -> !file.getFileName().toString().startsWith("_"))
          .toList();
    }
  }

  @Test
  void aBrokenFileIsOneErrorThatNamesIt() throws Exception {
    Path file = wide();
    byte[] bytes = Files.readAllBytes(file);
    Path broken = folder.resolve("broken.arrow");
    Files.write(broken, Arrays.copyOf(bytes, bytes.length - 100));
    Tables tables = Tables.batch().table("broken", WIDE, broken);
    assertThatThrownBy(() -> tables.query("SELECT * FROM broken"))
        .hasStackTraceContaining("InvalidArrowFile")
        .hasStackTraceContaining("broken.arrow")
        .hasStackTraceContaining("does not end with ARROW1");
  }

  @Test
  void aTableThatDoesNotFitSaysWhere() throws Exception {
    Path file = wide();
    DataType other = DataTypes.ROW(DataTypes.FIELD("text", DataTypes.INT()));
    Tables tables =
        Tables.batch()
            .table("other", other, file)
            .table(
                "more",
                DataTypes.ROW(
                    DataTypes.FIELD("id", DataTypes.INT()),
                    DataTypes.FIELD("new", DataTypes.STRING())),
                file.toString(),
                Map.of("arrow.missing-column", "null"));
    assertThatThrownBy(() -> tables.query("SELECT * FROM other"))
        .hasStackTraceContaining("the table has INT, the file Utf8; declare it as STRING")
        .hasStackTraceContaining("wide.arrow");
    assertThat(tables.query("SELECT * FROM more WHERE id = 7")).containsExactly(Row.of(7, null));
    assertThatThrownBy(
            () ->
                Tables.batch()
                    .table("odd", WIDE, file.toString(), Map.of("arrow.colour", "red"))
                    .query("SELECT * FROM odd"))
        .hasStackTraceContaining("'arrow.colour'")
        .hasStackTraceContaining("arrow.memory-limit");
  }

  @Test
  void goldenFilesAreTables() throws Exception {
    String folder = "data/arrow-testing/data/arrow-ipc-stream/integration/";
    for (String name :
        List.of(
            "2.0.0-compression/generated_zstd",
            "4.0.0-shareddict/generated_shared_dict",
            "cpp-21.0.0/generated_nested",
            "1.0.0-littleendian/generated_map")) {
      Path file = SharedFolder.path(folder + name + ".arrow_file");
      RowType type = Reading.type(file);
      int rows = Reading.rows(Reading.format(type), type, file).size();
      assertThat(
              Tables.batch()
                  .table("golden", TypeConversions.fromLogicalToDataType(type), file)
                  .query("SELECT * FROM golden"))
          .as(name)
          .hasSize(rows);
    }
  }

  @Test
  void filesThatAppearAreReadToo() throws Exception {
    Path watched = Files.createDirectory(folder.resolve("watched"));
    Tables tables = Tables.streaming();
    tables.table("watched", WIDE, watched.toString(), Map.of("source.monitor-interval", "50 ms"));
    Files.copy(wide(), watched.resolve("one.arrow"));
    Set<Integer> ids = new HashSet<>();
    try (CloseableIterator<Row> results =
        tables.sql().executeSql("SELECT id FROM watched WHERE id >= 19998 OR id < 0").collect()) {
      for (int i = 0; i < 2; i++) {
        ids.add((Integer) results.next().getField(0));
      }
      TableFiles.write(
          folder.resolve("two.arrow"), WIDE, 10, Stream.of(GenericRowData.of(-1, null, null)));
      Files.move(folder.resolve("two.arrow"), watched.resolve("two.arrow"));
      ids.add((Integer) results.next().getField(0));
    }
    assertThat(ids).containsExactlyInAnyOrder(19_998, 19_999, -1);
  }

  @Test
  void aRestartWithinAFileNeitherLosesNorDoublesRows() throws Exception {
    FailOnce.reset();
    Path file = wide();
    Tables tables = Tables.streaming().table("wide", WIDE, file);
    tables.streams().setParallelism(1);
    Configuration restarts = new Configuration();
    restarts.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    restarts.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
    tables.streams().configure(restarts);
    tables.streams().enableCheckpointing(20);
    DataStream<Row> rows =
        tables.sql().toDataStream(tables.sql().sqlQuery("SELECT id, text FROM wide"));
    List<Integer> ids = new ArrayList<>();
    try (CloseableIterator<Row> results =
        rows.map(new FailOnce<>()).returns(rows.getType()).executeAndCollect()) {
      results.forEachRemaining(
          row -> {
            assertThat(row.getField(1)).isEqualTo("a text that is rather long " + row.getField(0));
            ids.add((Integer) row.getField(0));
          });
    }
    assertThat(FailOnce.hasFailed()).isTrue();
    assertThat(ids).containsExactlyElementsOf(IntStream.range(0, WIDE_ROWS).boxed().toList());
  }

  @Test
  void filesOfManyWritersAreCompacted() throws Exception {
    Path out = folder.resolve("compacted");
    Tables tables = Tables.streaming().table("wide", WIDE, wide());
    tables.streams().enableCheckpointing(50);
    tables
        .table(
            "compacted",
            WIDE,
            out.toString(),
            Map.of(
                "auto-compaction", "true",
                "sink.parallelism", "2",
                "arrow.compression", "zstd",
                "arrow.dictionary-columns", "text"))
        .run("INSERT INTO compacted SELECT * FROM wide");
    assertThat(files(out)).allMatch(file -> file.getFileName().toString().startsWith("compacted-"));
    assertThat(
            Tables.batch()
                .table("compacted", WIDE, out)
                .query("SELECT COUNT(*), COUNT(DISTINCT text), COUNT(late) FROM compacted"))
        .containsExactly(Row.of((long) WIDE_ROWS, (long) WIDE_ROWS, 2_000L));
  }

  @Test
  void textKeepsItsPadding() throws Exception {
    DataType padded = DataTypes.ROW(DataTypes.FIELD("c", DataTypes.CHAR(5)));
    Tables tables = Tables.batch().table("padded", padded, folder);
    tables.run("INSERT INTO padded VALUES (CAST('ab' AS CHAR(5))), (CAST('abcde' AS CHAR(5)))");
    assertThat(tables.query("SELECT c FROM padded"))
        .containsExactlyInAnyOrder(Row.of("ab   "), Row.of("abcde"));
  }
}
