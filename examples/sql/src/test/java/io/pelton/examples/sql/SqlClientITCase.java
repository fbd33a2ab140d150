package io.pelton.examples.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example scripts in Flink's SQL client, whose jobs run on a MiniCluster in its JVM. */
class SqlClientITCase {
  /** The last statement: the client stops at errors. */
  private static final Script WRONG =
      new Script(
          """
          CREATE TEMPORARY MODEL absent INPUT (amount FLOAT) OUTPUT (label STRING)
          WITH ('provider' = 'pelton', 'model' = 'examples/sql/models/absent.onnx');
          SELECT * FROM ML_PREDICT(TABLE pairs, MODEL absent, DESCRIPTOR(amount));
          SELECT 'never' AS reached;
          """);

  @TempDir static Path folder;
  private static SentenceModel minilm;
  private static ClientOutput output;

  @BeforeAll
  static void run() throws Exception {
    minilm = SentenceModel.unpack(folder.resolve("minilm"));
    output =
        SqlClientProcess.embedded(
            folder.resolve("client"),
            Script.read("adult.sql", folder),
            Script.read("fraud.sql", folder),
            Script.read("similarity.sql", folder),
            WRONG);
  }

  @Test
  void adultIsScoredFromArrowAndFromCsv() throws Exception {
    assertThat(output.tables()).as(output.text()).isNotEmpty();
    Expected.same(
        ArrowFolder.rows(folder.resolve("adult"), Expected.ADULT_COLUMNS), Expected.adult());
    Expected.same(
        ArrowFolder.rows(folder.resolve("adult-csv"), Expected.ADULT_COLUMNS), Expected.adult());
    assertThat(output.tables().get(0).column("people")).containsExactly("25953", "6608");
  }

  @Test
  void joinedStreamsAreScored() throws Exception {
    assertThat(output.tables()).as(output.text()).hasSize(3);
    SqlTable table = output.tables().get(1);
    assertThat(table.columns()).startsWith("op", "id").endsWith("label", "risk");
    assertThat(table.column("op")).containsOnly("+I");
    Expected.same(table.lines(Expected.FRAUD_COLUMNS), Expected.fraud());
  }

  @Test
  void textsAreFoundByTheirMeaning() throws Exception {
    assertThat(output.tables()).as(output.text()).hasSize(3);
    minilm.check(output.tables().get(2));
  }

  @Test
  void anErrorSaysWhatToDo() {
    assertThat(output.errors())
        .as(output.text())
        .singleElement()
        .asString()
        .contains("absent.onnx");
  }
}
