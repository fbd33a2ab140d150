package io.pelton.examples.cli.csv;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Reads texts for tests. */
final class Csv {
  private Csv() {}

  static CsvRows rows(String text, CsvDialect dialect) {
    return rows(text.getBytes(StandardCharsets.UTF_8), dialect);
  }

  static CsvRows rows(byte[] text, CsvDialect dialect) {
    return CsvRows.open("in.csv", new ByteArrayInputStream(text), dialect, true);
  }

  /** All rows of a text, all columns of it as these types. */
  static List<List<Object>> cells(
      CsvRows rows, CsvDialect dialect, int batchRows, ArrowType... types) {
    List<CsvColumn> columns =
        IntStream.range(0, types.length)
            .mapToObj(i -> new CsvColumn(i, Field.nullable(rows.names().get(i), types[i])))
            .toList();
    List<List<Object>> cells = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        CsvBatchReader reader =
            new CsvBatchReader(
                rows, columns, dialect.nullText(), BadCells.FAIL, batchRows, allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            Object[] values = new Object[types.length];
            for (int column = 0; column < types.length; column++) {
              Object value = batch.vector(column).getObject(row);
              values[column] =
                  value != null && types[column] instanceof ArrowType.Utf8
                      ? value.toString()
                      : value;
            }
            cells.add(Arrays.asList(values));
          }
        }
      }
    }
    return cells;
  }
}
