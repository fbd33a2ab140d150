package io.pelton.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQL through a gateway, on a JobManager and a TaskManager that get the jar by ADD JAR. */
class ClusterITCase {
  private static final int FILE_ROWS = 4_000;
  private static final int FILES = 6;
  private static final int LATER_FILES = 2;
  private static final long GIVE_UP_NANOS = 120_000_000_000L;

  @TempDir static Path folder;
  private static ClusterProcesses cluster;

  private SqlGateway.Session session;

  @BeforeAll
  static void start() throws Exception {
    cluster = ClusterProcesses.start(folder.resolve("cluster"));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void open() throws Exception {
    session = cluster.gateway().open();
    session.run("ADD JAR '" + Checkout.jar() + "'");
  }

  @AfterEach
  void close() throws Exception {
    session.close();
  }

  @Test
  void adultIsScoredFromArrowAndFromCsv() throws Exception {
    List<SqlTable> tables = session.run(Script.read("adult.sql", folder));
    Expected.same(
        ArrowFolder.rows(folder.resolve("adult"), Expected.ADULT_COLUMNS), Expected.adult());
    Expected.same(
        ArrowFolder.rows(folder.resolve("adult-csv"), Expected.ADULT_COLUMNS), Expected.adult());
    assertThat(tables)
        .singleElement()
        .satisfies(table -> assertThat(table.column("people")).containsExactly("25953", "6608"));
  }

  @Test
  void joinedStreamsAreScored() throws Exception {
    List<SqlTable> tables = session.run(Script.read("fraud.sql", folder));
    assertThat(tables)
        .singleElement()
        .satisfies(table -> Expected.same(table.lines(Expected.FRAUD_COLUMNS), Expected.fraud()));
  }

  @Test
  void textsAreFoundByTheirMeaning() throws Exception {
    SentenceModel minilm = SentenceModel.unpack(folder.resolve("minilm"));
    List<SqlTable> tables = session.run(Script.read("similarity.sql", folder));
    assertThat(tables).hasSize(1);
    minilm.check(tables.get(0));
  }

  @Test
  void aQueryGoesOnFromItsSavepoint() throws Exception {
    Path events = Files.createDirectory(folder.resolve("events"));
    Path scored = folder.resolve("scored");
    List<Row> rows = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      write(events, file, rows);
    }
    session.run(
        new Script(
            """
            CREATE TEMPORARY TABLE events (
              id BIGINT, account STRING, amount FLOAT, seconds FLOAT, failures FLOAT, abroad FLOAT
            ) WITH (
              'connector' = 'filesystem', 'path' = '%s', 'format' = 'csv',
              'source.monitor-interval' = '100 ms'
            );
            CREATE TEMPORARY TABLE scored (
              id BIGINT, account STRING, amount FLOAT, seconds FLOAT, failures FLOAT, abroad FLOAT,
              label STRING, risk FLOAT
            ) WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'arrow');
            CREATE TEMPORARY MODEL fraud
            INPUT (amount FLOAT, seconds FLOAT, failures FLOAT, abroad FLOAT)
            OUTPUT (label STRING, risk FLOAT)
            WITH (
              'provider' = 'pelton', 'model' = '%s', 'output.mapping' = 'risk = probabilities[1]'
            );
            SET 'execution.checkpointing.interval' = '200 ms';
            """
                .formatted(events, scored, Checkout.SQL.resolve("models").resolve("fraud.onnx"))));

    String savepoint = stop(insert(scored, 1));
    for (int file = FILES; file < FILES + LATER_FILES; file++) {
      write(events, file, rows);
    }
    session.run("SET 'execution.state-recovery.path' = '" + savepoint + "'");
    stop(insert(scored, rows.size()));

    Expected.same(ArrowFolder.rows(scored, Expected.FRAUD_COLUMNS), Expected.scored(rows));
  }

  /** A file of events that appears at once. */
  private static void write(Path folder, int file, List<Row> rows) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < FILE_ROWS; i++) {
      long id = rows.size();
      Row row = Row.of(id, "A" + id % 7, id % 400 + 0.25f, id % 601 + 0f, id % 4 + 0f, id % 2 + 0f);
      rows.add(row);
      for (int field = 0; field < row.getArity(); field++) {
        text.append(field == 0 ? "" : ",").append(row.getField(field));
      }
      text.append('\n');
    }
    Path hidden = folder.resolve("." + file + ".csv");
    Files.writeString(hidden, text, StandardCharsets.UTF_8);
    Files.move(hidden, folder.resolve(file + ".csv"));
  }

  /** Starts the query, and waits until so many rows are there for readers. */
  private String insert(Path scored, int rows) throws Exception {
    String job =
        session
            .run(
                "INSERT INTO scored SELECT id, account, amount, seconds, failures, abroad, label,"
                    + " risk FROM ML_PREDICT(TABLE events, MODEL fraud,"
                    + " DESCRIPTOR(amount, seconds, failures, abroad))")
            .column("job id")
            .get(0);
    long start = System.nanoTime();
    int found = 0;
    while (found < rows) {
      assertThat(System.nanoTime() - start).as(found + " rows").isLessThan(GIVE_UP_NANOS);
      LockSupport.parkNanos(250_000_000);
      found = ArrowFolder.count(scored);
    }
    return job;
  }

  private String stop(String job) throws Exception {
    return session.run("STOP JOB '" + job + "' WITH SAVEPOINT").column("savepoint path").get(0);
  }
}
