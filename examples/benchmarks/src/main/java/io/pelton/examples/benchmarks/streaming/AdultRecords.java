package io.pelton.examples.benchmarks.streaming;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.NullPolicy;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.ArrowRows;
import io.pelton.flink.RowInference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/** The first records of the census, as the main job reads them. */
record AdultRecords(TypeInformation<Row> type, List<Row> rows) {
  static final String OUTPUT = "probabilities";

  private static final List<String> TEXT =
      List.of(
          "workclass",
          "education",
          "marital-status",
          "occupation",
          "relationship",
          "race",
          "sex",
          "native-country");

  /** Of the file that the property {@code adult.data} names. */
  static AdultRecords read() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("records");
        IpcFileReader reader =
            IpcFileReader.open(Path.of(System.getProperty("adult.data")), allocator)) {
      ArrowRows split = ArrowRows.of(reader.schema());
      List<Row> rows = new ArrayList<>();
      while (rows.size() < StreamingCase.ROWS) {
        try (ArrowBatch batch = reader.next()) {
          split.flatMap(batch, collector(rows));
        }
      }
      return new AdultRecords(
          split.getProducedType(), List.copyOf(rows.subList(0, StreamingCase.ROWS)));
    }
  }

  private static Collector<Row> collector(List<Row> rows) {
    return new Collector<>() {
      @Override
      public void collect(Row row) {
        rows.add(row);
      }

      @Override
      public void close() {}
    };
  }

  /** Columns of text, whose nulls the main job fills. */
  List<String> textColumns() {
    return TEXT;
  }

  /** The position of a field. */
  int field(String name) {
    return ((RowTypeInfo) type).getFieldIndex(name);
  }

  /** What the main job says of nulls. */
  static RowInference.Builder policies(RowInference.Builder builder) {
    builder.nulls(NullPolicy.nan());
    TEXT.forEach(column -> builder.nulls(column, NullPolicy.defaultValue("?")));
    return builder;
  }
}
