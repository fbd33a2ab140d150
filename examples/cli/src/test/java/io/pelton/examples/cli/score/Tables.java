package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.avro.AvroCodec;
import io.pelton.arrow.avro.AvroFileWriter;
import io.pelton.arrow.io.BatchReader;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.examples.cli.csv.CsvDialect;
import io.pelton.examples.cli.csv.CsvRows;
import io.pelton.examples.cli.file.DataFile;
import io.pelton.examples.cli.file.FileFormat;
import io.pelton.examples.cli.file.OutputFile;
import io.pelton.examples.cli.file.TextInput;
import io.pelton.examples.cli.file.TypedFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes and reads files of rows, whatever format their names tell. */
final class Tables {
  private Tables() {}

  /** Writes rows, where null cells are nulls. */
  static Path write(Path file, Schema schema, List<List<Object>> rows) {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        ArrowBatchBuilder builder =
            ArrowBatchBuilder.create(allocator, schema, Math.max(rows.size(), 1))) {
      for (List<Object> row : rows) {
        builder.startRow();
        for (int column = 0; column < row.size(); column++) {
          builder.setValue(column, row.get(column));
        }
        builder.endRow();
      }
      try (ArrowBatch batch = builder.finish()) {
        return write(file, batch, allocator);
      }
    }
  }

  /** Writes one batch; one without rows is left out. */
  static Path write(Path file, ArrowBatch batch, ArrowAllocator allocator) {
    DataFile data = DataFile.of("file", file.toString(), null);
    if (data.format() == FileFormat.AVRO) {
      try (AvroFileWriter writer = AvroFileWriter.create(file, batch.schema(), AvroCodec.DEFLATE)) {
        writer.write(batch);
        writer.finish();
      }
      return file;
    }
    OutputFile output = new OutputFile(data, dialect(data));
    try (BatchWriter writer = output.open(batch.schema(), allocator)) {
      if (batch.rows() > 0) {
        writer.write(batch);
      }
      writer.finish();
    }
    return file;
  }

  /** All cells of a file, a list a row, with the names first. */
  static List<List<Object>> cells(Path file) {
    DataFile data = DataFile.of("file", file.toString(), null);
    return data.format().isText() ? texts(data) : values(data);
  }

  private static List<List<Object>> values(DataFile file) {
    List<List<Object>> rows = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        BatchReader reader = new TypedFile(file, allocator).open()) {
      rows.add(reader.schema().getFields().stream().<Object>map(Field::getName).toList());
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            List<Object> cells = new ArrayList<>();
            for (int column = 0; column < batch.columns(); column++) {
              FieldVector vector = batch.vector(column);
              Object cell = vector.getObject(row);
              cells.add(cell instanceof Number || cell == null ? cell : cell.toString());
            }
            rows.add(cells);
          }
        }
      }
    }
    return rows;
  }

  private static List<List<Object>> texts(DataFile file) {
    List<List<Object>> all = new ArrayList<>();
    try (CsvRows rows =
        CsvRows.open(file.toString(), TextInput.open(file).text(), dialect(file), true)) {
      all.add(List.copyOf(rows.names()));
      while (rows.next()) {
        List<Object> cells = new ArrayList<>();
        for (int column = 0; column < rows.names().size(); column++) {
          cells.add(rows.cell(column));
        }
        all.add(cells);
      }
    }
    return all;
  }

  private static CsvDialect dialect(DataFile file) {
    return new CsvDialect(file.format() == FileFormat.TSV ? '\t' : ',', '"', "", false);
  }
}
