package io.pelton.flink.source;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.dataset.DatasetFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.PublicEvolving;

/** The kinds of files that an {@link ArrowSource} reads. */
@PublicEvolving
public enum FileFormat {
  /** Arrow IPC file, also called Feather v2: readers share its record batches. */
  ARROW_FILE("ARROW1"),
  /** Arrow IPC stream in a file, which one reader reads. */
  ARROW_STREAM("\u00ff\u00ff\u00ff\u00ff"),
  /** Through Arrow's dataset library, which must be on the class path; one reader reads a file. */
  PARQUET("PAR1"),
  /** Through Arrow's dataset library, which must be on the class path; one reader reads a file. */
  ORC("ORC"),
  /** Avro container file: readers share its blocks. */
  AVRO("Obj\u0001");

  /** The first bytes, as Latin-1. */
  private final String magic;

  FileFormat(String magic) {
    this.magic = magic;
  }

  /** Whether rows can be left out while a file is read. */
  boolean takesFilters() {
    return this == PARQUET || this == ORC;
  }

  /**
   * @param filter a Substrait expression for a format that takes filters; else null
   */
  BatchFormat batches(byte[] filter) {
    return switch (this) {
      case ARROW_FILE -> new IpcFiles();
      case ARROW_STREAM -> new IpcStreams();
      case PARQUET -> new DatasetBatches(DatasetFormat.PARQUET, filter);
      case ORC -> new DatasetBatches(DatasetFormat.ORC, filter);
      case AVRO -> new AvroFiles();
    };
  }

  /** By a file's first bytes; one that begins like none is taken for an Arrow file. */
  static FileFormat of(SourceFile file) {
    ByteBuffer head = ByteBuffer.allocate(8);
    try (SeekableByteChannel channel = file.open()) {
      while (head.hasRemaining() && channel.read(head) >= 0) {
        // reads may be short
      }
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.uri(), "read", failure);
    }
    String begin = new String(head.array(), 0, head.position(), StandardCharsets.ISO_8859_1);
    for (FileFormat format : values()) {
      if (begin.startsWith(format.magic)) {
        return format;
      }
    }
    return ARROW_FILE;
  }
}
