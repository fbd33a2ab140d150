package io.pelton.flink.source;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchReader;
import io.pelton.arrow.io.IpcStreamReader;
import java.util.List;

/**
 * Arrow IPC streams in files. Nothing tells where their batches begin, and dictionaries may change
 * on the way, so that a stream is one piece, and is read up to a position to go on there.
 */
final class IpcStreams implements BatchFormat {
  @Override
  public Contents inspect(SourceFile file, int pieces, long count, ArrowAllocator allocator) {
    try (IpcStreamReader reader = open(file, allocator)) {
      long rows = 0;
      while (rows < count && reader.hasNext()) {
        try (ArrowBatch batch = reader.next()) {
          rows += batch.rows();
        }
      }
      return new Contents(reader.schema(), List.of(new Piece(0, 1, rows)));
    }
  }

  @Override
  public BatchReader open(
      SourceFile file, long from, long end, List<String> columns, ArrowAllocator allocator) {
    IpcStreamReader reader = open(file, allocator);
    try {
      return ChosenColumns.of(reader, columns);
    } catch (RuntimeException failure) {
      reader.close();
      throw failure;
    }
  }

  private static IpcStreamReader open(SourceFile file, ArrowAllocator allocator) {
    return IpcStreamReader.open(file.open(), file.uri(), allocator);
  }
}
