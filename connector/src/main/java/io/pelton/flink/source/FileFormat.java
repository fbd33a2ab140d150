package io.pelton.flink.source;

import io.pelton.arrow.ArrowFileFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.PublicEvolving;

/** The kinds of files that an {@link ArrowSource} reads. */
@PublicEvolving
public enum FileFormat {
  /** Arrow IPC file, also called Feather v2. */
  ARROW_FILE("ARROW1", new IpcFiles());

  private final byte[] magic;
  private final BatchFormat format;

  FileFormat(String magic, BatchFormat format) {
    this.magic = magic.getBytes(StandardCharsets.ISO_8859_1);
    this.format = format;
  }

  BatchFormat batches() {
    return format;
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
    head.flip();
    for (FileFormat format : values()) {
      ByteBuffer magic = ByteBuffer.wrap(format.magic);
      if (head.remaining() >= magic.remaining() && head.slice(0, magic.remaining()).equals(magic)) {
        return format;
      }
    }
    return ARROW_FILE;
  }
}
