package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pelton.flink.RecordModels;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** NULL in columns of every kind, on its way into a model in SQL: it is never a value. */
class MissingValuesITCase {
  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setConfiguration(new Configuration())
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static final String COMPLETE = "+I[0, 4.0, [2.0, 2.0, 2.0], [5.0, 6.0], here]";

  @TempDir static Path folder;

  private final Sql sql = Sql.batch();

  /** Row 1 lacks the age, row 2 the visits, 3 the member, 4 the city, 5 the weights, 6 the tags. */
  private List<String> predicted(String options, String map) {
    sql.run(
        "CREATE TEMPORARY VIEW gaps AS SELECT id,"
            + " NULLIF(CAST(2 AS FLOAT), CASE WHEN id = 1 THEN CAST(2 AS FLOAT) END) AS age,"
            + " CASE WHEN id <> 2 THEN CAST(1 AS BIGINT) END AS visits,"
            + " CASE WHEN id <> 3 THEN TRUE END AS `member`,"
            + " CASE WHEN id <> 4 THEN 'here' END AS city,"
            + " CASE WHEN id <> 5 THEN ARRAY[CAST(1 AS FLOAT), CAST(1 AS FLOAT),"
            + " CAST(1 AS FLOAT)] END AS weights,"
            + " CASE WHEN id <> 6 THEN ARRAY['5', '6'] END AS tags"
            + " FROM (VALUES (0), (1), (2), (3), (4), (5), (6)) AS t(id)");
    sql.run(
        "CREATE TEMPORARY MODEL profile INPUT (age FLOAT, visits BIGINT, `member` BOOLEAN,"
            + " city STRING, weights ARRAY<FLOAT>, tags ARRAY<STRING>)"
            + " OUTPUT (score FLOAT, spread ARRAY<FLOAT>, counts ARRAY<FLOAT>, place STRING)"
            + " WITH ('provider' = 'pelton', 'model' = '"
            + RecordModels.profile(folder)
            + "', 'warm-up' = '0 ms'"
            + options
            + ")");
    return sql.sorted(
        "SELECT id, score, spread, counts, place FROM ML_PREDICT(TABLE gaps, MODEL profile,"
            + " DESCRIPTOR(age, visits, `member`, city, weights, tags)"
            + map
            + ")");
  }

  @Test
  void floatsAreNanAndOtherRowsAreNotScored() {
    assertThat(predicted(", 'error-handling' = 'null'", ""))
        .containsExactly(
            COMPLETE,
            "+I[1, NaN, [NaN, NaN, NaN], [5.0, 6.0], here]",
            "+I[2, null, null, null, null]",
            "+I[3, null, null, null, null]",
            "+I[4, null, null, null, null]",
            "+I[5, 4.0, [NaN, NaN, NaN], [5.0, 6.0], here]",
            "+I[6, null, null, null, null]");
  }

  @Test
  void rowsWithNullsDoNotComeOut() {
    assertThat(predicted(", 'null-handling' = 'drop'", "")).containsExactly(COMPLETE);
  }

  @Test
  void nullsStandForWhatTheQuerySays() {
    assertThat(
            predicted(
                "",
                ", MAP['null-handling', 'default', 'null-handling.default', '7',"
                    + " 'null-handling.inputs', 'member = default(false)', 'async', 'false']"))
        .containsExactly(
            COMPLETE,
            "+I[1, 9.0, [7.0, 7.0, 7.0], [5.0, 6.0], here]",
            "+I[2, 10.0, [2.0, 2.0, 2.0], [5.0, 6.0], here]",
            "+I[3, 3.0, [2.0, 2.0, 2.0], [5.0, 6.0], here]",
            "+I[4, 4.0, [2.0, 2.0, 2.0], [5.0, 6.0], 7]",
            "+I[5, 4.0, [14.0, 14.0, 14.0], [5.0, 6.0], here]",
            "+I[6, 4.0, [2.0, 2.0, 2.0], [7.0, 7.0], here]");
  }

  @Test
  void otherwiseTheQueryFailsAndSaysWhy() {
    assertThat(Sql.messages(catchThrowable(() -> predicted("", ""))))
        .contains("BadRecord")
        .contains("null");
  }
}
