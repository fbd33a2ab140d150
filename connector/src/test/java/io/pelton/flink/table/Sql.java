package io.pelton.flink.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** A session of Flink's SQL, for tests. */
record Sql(TableEnvironment tables) {
  static Sql streaming() {
    return open(EnvironmentSettings.inStreamingMode());
  }

  static Sql batch() {
    return open(EnvironmentSettings.inBatchMode());
  }

  private static Sql open(EnvironmentSettings settings) {
    TableEnvironment tables = TableEnvironment.create(settings);
    tables.getConfig().set("parallelism.default", "2");
    return new Sql(tables);
  }

  Sql run(String statement) {
    tables.executeSql(statement);
    return this;
  }

  /** The rows of a query, as text. */
  List<String> rows(String query) {
    return rows(tables.executeSql(query).collect());
  }

  /** The same without their order. */
  List<String> sorted(String query) {
    return rows(query).stream().sorted(Comparator.naturalOrder()).toList();
  }

  static List<String> rows(CloseableIterator<Row> results) {
    List<String> rows = new ArrayList<>();
    try (results) {
      results.forEachRemaining(row -> rows.add(row.toString()));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return rows;
  }

  /** All messages of a failure, from the outermost in. */
  static String messages(Throwable failure) {
    StringBuilder messages = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      messages.append(each).append('\n');
    }
    return messages.toString();
  }
}
