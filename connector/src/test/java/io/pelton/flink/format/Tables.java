package io.pelton.flink.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.runtime.typeutils.ExternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/** SQL over folders of Arrow files. */
final class Tables {
  private final StreamExecutionEnvironment streams;
  private final StreamTableEnvironment tables;

  private Tables(StreamExecutionEnvironment streams, StreamTableEnvironment tables) {
    this.streams = streams;
    this.tables = tables;
  }

  static Tables batch() {
    return open(EnvironmentSettings.inBatchMode());
  }

  static Tables streaming() {
    return open(EnvironmentSettings.inStreamingMode());
  }

  private static Tables open(EnvironmentSettings settings) {
    StreamExecutionEnvironment streams = StreamExecutionEnvironment.getExecutionEnvironment();
    streams.setParallelism(2);
    return new Tables(streams, StreamTableEnvironment.create(streams, settings));
  }

  StreamExecutionEnvironment streams() {
    return streams;
  }

  StreamTableEnvironment sql() {
    return tables;
  }

  /** A table of Arrow files. */
  Tables table(String name, DataType type, String path, Map<String, String> options) {
    TableDescriptor.Builder table =
        TableDescriptor.forConnector("filesystem")
            .schema(Schema.newBuilder().fromRowDataType(type).build())
            .option("path", path)
            .option("format", "arrow");
    options.forEach(table::option);
    tables.createTemporaryTable(name, table.build());
    return this;
  }

  Tables table(String name, DataType type, Path path) {
    return table(name, type, path.toString(), Map.of());
  }

  /** A table of rows in memory. */
  Tables rows(String name, DataType type, List<Row> rows) {
    tables.createTemporaryView(
        name,
        tables.fromDataStream(
            streams.fromData(rows, ExternalTypeInfo.of(type)),
            Schema.newBuilder().fromRowDataType(type).build()));
    return this;
  }

  /** Runs a statement to its end. */
  Tables run(String statement) throws Exception {
    tables.executeSql(statement).await();
    return this;
  }

  List<Row> query(String query) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> results = tables.executeSql(query).collect()) {
      results.forEachRemaining(rows::add);
    }
    return rows;
  }
}
