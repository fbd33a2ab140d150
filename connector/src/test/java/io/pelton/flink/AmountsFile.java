package io.pelton.flink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileWriter;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;

/** An Arrow file for the model of amounts: {@code x} counts the rows, {@code amount} is x / 8. */
public final class AmountsFile {
  private AmountsFile() {}

  /** A file of columns without a batch. */
  public static Path writeEmpty(Path file, Schema schema) {
    try (ArrowAllocator allocator = ArrowAllocator.open("amounts");
        IpcFileWriter writer = IpcFileWriter.create(file, schema, Compression.NONE, allocator)) {
      writer.finish();
    }
    return file;
  }

  public static Path write(Path file, int batches, int batchRows) {
    try (ArrowAllocator allocator = ArrowAllocator.open("amounts");
        IpcFileWriter writer =
            IpcFileWriter.create(file, Batches.AMOUNTS, Compression.NONE, allocator)) {
      for (int batch = 0; batch < batches; batch++) {
        int first = batch * batchRows;
        try (ArrowBatch rows =
            Batches.amounts(
                allocator,
                IntStream.range(first, first + batchRows)
                    .mapToObj(i -> (float) i)
                    .toArray(Float[]::new),
                IntStream.range(first, first + batchRows)
                    .mapToObj(i -> Double.toString(i / 8.0))
                    .toArray(String[]::new))) {
          writer.write(rows);
        }
      }
      writer.finish();
    }
    return file;
  }
}
