package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.flink.Batches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.types.Row;

/** What others see of a sink's folder: the files that have their names. */
record WrittenFolder(Path path) {
  List<Path> files() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(
              file -> Files.isRegularFile(file) && !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (Path file : files()) {
      rows.addAll(rows(file));
    }
    return rows;
  }

  static List<Row> rows(Path file) {
    List<Row> rows = new ArrayList<>();
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(file, allocator)) {
      while (reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows.addAll(Batches.rows(batch));
        }
      }
    }
    return rows;
  }
}
