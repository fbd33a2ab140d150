package io.pelton.examples.benchmarks.adult;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.IpcFileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An Arrow file's batches several times over in one temporary file. */
final class RepeatedRows {
  private RepeatedRows() {}

  /** Writes the file, which is deleted when the JVM ends. */
  static Path write(Path data, int copies) throws IOException {
    Path repeated = Files.createTempFile("adult", ".arrow");
    repeated.toFile().deleteOnExit();
    try (ArrowAllocator allocator = ArrowAllocator.open("benchmark");
        IpcFileReader reader = IpcFileReader.open(data, allocator);
        IpcFileWriter writer =
            IpcFileWriter.create(repeated, reader.schema(), Compression.NONE, allocator)) {
      for (int copy = 0; copy < copies; copy++) {
        reader.seek(0);
        while (reader.hasNext()) {
          try (ArrowBatch batch = reader.next()) {
            writer.write(batch);
          }
        }
      }
      writer.finish();
    }
    return repeated;
  }
}
