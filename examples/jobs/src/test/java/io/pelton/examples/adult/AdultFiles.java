package io.pelton.examples.adult;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.IpcFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;

/** The job's own files, and rows of Arrow files as text in which floats keep all their bits. */
final class AdultFiles {
  private static final Path JOBS = Path.of(System.getProperty("pelton.root"), "examples", "jobs");

  static final Path DATA = JOBS.resolve("data").resolve("adult.arrow");
  static final Path MODEL = JOBS.resolve("models").resolve("adult.onnx");

  private AdultFiles() {}

  /** The columns of the data, and no batch. */
  static void writeWithoutRows(Path file) {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(DATA, allocator);
        IpcFileWriter writer =
            IpcFileWriter.create(file, reader.schema(), Compression.NONE, allocator)) {
      writer.finish();
    }
  }

  /** One line a row, over all Arrow files of a folder, sorted. */
  static List<String> sortedRows(Path folder) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder);
        ArrowAllocator allocator = ArrowAllocator.open("test")) {
      for (Path file : files.toList()) {
        try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
          while (reader.hasNext()) {
            try (ArrowBatch batch = reader.next()) {
              addRows(batch, rows);
            }
          }
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  private static void addRows(ArrowBatch batch, List<String> rows) {
    for (int row = 0; row < batch.rows(); row++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < batch.columns(); column++) {
        line.append(cell(batch.vector(column), row)).append('|');
      }
      rows.add(line.toString());
    }
  }

  private static String cell(FieldVector vector, int row) {
    if (vector instanceof Float4Vector floats && !floats.isNull(row)) {
      return Integer.toHexString(Float.floatToRawIntBits(floats.get(row)));
    }
    return String.valueOf(vector.getObject(row));
  }
}
