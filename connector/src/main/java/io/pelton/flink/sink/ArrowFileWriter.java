package io.pelton.flink.sink;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.IOUtils;

/** Writes one file, which gets its name at the end of the input. */
final class ArrowFileWriter<T> implements SinkWriter<T> {
  private final Path file;
  private final Path temporary;
  private final FileSystem files;
  private final ArrowAllocator allocator;
  private final BatchEncoder<T> encoder;
  private IpcFileWriter writer;

  ArrowFileWriter(Path folder, String name, BatchEncoder.Factory<T> encoders) throws IOException {
    this.file = new Path(folder, name);
    this.temporary = new Path(folder, "." + name + ".tmp");
    this.files = folder.getFileSystem();
    this.allocator = ArrowAllocator.open("Arrow sink " + file);
    this.encoder = encoders.create(allocator);
  }

  @Override
  public void write(T element, Context context) throws IOException {
    encoder.add(element, this::append);
  }

  private void append(ArrowBatch batch) throws IOException {
    if (writer == null) {
      files.mkdirs(file.getParent());
      writer =
          IpcFileWriter.to(
              Channels.newChannel(files.create(temporary, WriteMode.OVERWRITE)),
              temporary.toString(),
              batch.schema(),
              Compression.NONE,
              allocator);
    }
    writer.write(batch);
  }

  @Override
  public void flush(boolean endOfInput) throws IOException {
    if (!endOfInput) {
      return;
    }
    encoder.flush(this::append);
    if (writer == null) {
      return;
    }
    writer.finish();
    writer.close();
    writer = null;
    files.delete(file, false);
    if (!files.rename(temporary, file)) {
      throw new IOException("can't rename " + temporary + " to " + file);
    }
  }

  @Override
  public void close() throws Exception {
    IOUtils.closeAll(encoder, this::discard, allocator);
  }

  private void discard() throws IOException {
    if (writer != null) {
      writer.close();
      files.delete(temporary, false);
    }
  }
}
