package io.pelton.flink.format;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileWriter;
import io.pelton.flink.rowdata.RowDataVectors;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import org.apache.arrow.util.AutoCloseables;
import org.apache.flink.table.types.logical.RowType;

/** What a writer holds outside the heap. Running it frees everything, once. */
final class WriterMemory implements Runnable {
  private final ArrowAllocator allocator;
  private RowDataVectors vectors;
  private IpcFileWriter writer;

  WriterMemory(RowType type, WriterSettings settings, OutputStream out) {
    this.allocator =
        ArrowAllocator.open("Arrow table writer", settings.memoryLimit(), "'arrow.memory-limit'");
    try {
      this.vectors = new RowDataVectors(type, settings.dictionaryColumns(), allocator);
      this.writer =
          IpcFileWriter.to(
              Channels.newChannel(new KeptOpen(out)),
              "an Arrow file of the table",
              vectors.schema(),
              settings.compression(),
              allocator);
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, this::run);
      throw failure;
    }
  }

  RowDataVectors vectors() {
    return vectors;
  }

  /** Writes the rows that were collected as one record batch. */
  void writeBatch() {
    if (vectors.rows() > 0) {
      try (ArrowBatch batch = vectors.take()) {
        writer.writeIndices(batch);
      }
    }
  }

  void finish() {
    writeBatch();
    writer.finish(vectors.dictionaries());
  }

  @Override
  public void run() {
    if (writer != null) {
      writer.close();
    }
    if (vectors != null) {
      vectors.close();
    }
    allocator.close();
  }

  /** Flink closes the stream when it commits the file. */
  private static final class KeptOpen extends FilterOutputStream {
    KeptOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() {
      // left to Flink
    }
  }
}
