package io.pelton.examples.sql;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;

/** What a table of Arrow files holds, without files that are still being written. */
final class ArrowFolder {
  private ArrowFolder() {}

  /** Rows as {@link Expected} has them; sorted. */
  static List<String> rows(Path folder, List<String> columns) throws IOException {
    List<String> lines = new ArrayList<>();
    read(folder, batch -> add(batch, columns, lines));
    lines.sort(null);
    return lines;
  }

  /** How many rows there are, none where there is no folder yet. */
  static int count(Path folder) throws IOException {
    AtomicInteger rows = new AtomicInteger();
    if (Files.isDirectory(folder)) {
      read(folder, batch -> rows.addAndGet(batch.rows()));
    }
    return rows.get();
  }

  private static void read(Path folder, Consumer<ArrowBatch> consumer) throws IOException {
    try (Stream<Path> files = Files.list(folder);
        ArrowAllocator allocator = ArrowAllocator.open("test")) {
      for (Path file : files.filter(ArrowFolder::isComplete).toList()) {
        try (IpcFileReader reader = IpcFileReader.open(file, allocator)) {
          while (reader.hasNext()) {
            try (ArrowBatch batch = reader.next()) {
              consumer.accept(batch);
            }
          }
        }
      }
    }
  }

  private static boolean isComplete(Path file) {
    return Files.isRegularFile(file) && !file.getFileName().toString().startsWith(".");
  }

  private static void add(ArrowBatch batch, List<String> columns, List<String> lines) {
    List<FieldVector> vectors =
        IntStream.range(0, batch.columns()).mapToObj(batch::vector).toList();
    if (!vectors.stream().map(FieldVector::getName).toList().equals(columns)) {
      throw new AssertionError("expected " + columns + " and found " + vectors);
    }
    for (int i = 0; i < batch.rows(); i++) {
      int row = i;
      lines.add(Expected.line(vectors.stream().map(vector -> cell(vector, row)).toList()));
    }
  }

  private static String cell(FieldVector vector, int row) {
    Object value = vector.getObject(row);
    // Arrow's own lists print themselves as JSON
    return value instanceof List<?> list ? List.copyOf(list).toString() : String.valueOf(value);
  }
}
