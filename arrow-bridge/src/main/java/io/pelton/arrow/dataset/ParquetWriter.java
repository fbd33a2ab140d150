package io.pelton.arrow.dataset;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.UnsupportedArrowFile;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.arrow.io.IpcFileWriter;
import io.pelton.arrow.io.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.util.AutoCloseables;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Writes batches as one Parquet file: encoded, but not compressed, as Arrow's natives write it.
 * Dictionary-encoded columns are written as their values. One thread at a time.
 *
 * <p>The natives take a whole stream at once, on threads that readers need, too. So that nothing
 * waits there for the caller, {@link #write} appends to an Arrow file in a hidden folder beside the
 * target, and {@link #finish} turns that into Parquet with bounded memory, gives it its name and
 * removes the folder. There must be room for the data twice.
 */
public final class ParquetWriter implements BatchWriter {
  private static final Object ONE_AT_A_TIME = new Object();

  private final Path target;
  private final Path folder;
  private final Path spool;
  private final ArrowAllocator allocator;
  private final DatasetFailure failures;
  private final PlainColumns plain;
  private final IpcFileWriter writer;
  private Path probe;
  private boolean finished;
  private boolean closed;

  private ParquetWriter(Path target, Path folder, Schema schema, ArrowAllocator allocator) {
    this.target = target;
    this.folder = folder;
    this.spool = folder.resolve("rows.arrow");
    this.allocator = allocator;
    this.failures = new DatasetFailure(target.toString());
    this.plain = PlainColumns.of(target.toString(), schema);
    this.writer = spool(allocator);
  }

  // under the target's name, for messages
  private IpcFileWriter spool(ArrowAllocator allocator) {
    try {
      FileChannel channel =
          FileChannel.open(spool, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return IpcFileWriter.to(
          channel, target.toString(), plain.schema(), Compression.NONE, allocator);
    } catch (IOException failure) {
      throw new ArrowFileFailure(target.toString(), "create", failure);
    }
  }

  /**
   * @param file replaced when it exists
   * @param schema of the batches
   * @param allocator of the row groups that are written
   * @throws io.pelton.arrow.DatasetUnavailable where arrow-dataset or its natives are missing
   * @throws UnsupportedArrowFile for a column of a type that Parquet can't have
   * @throws ArrowFileFailure where the file can't be written
   */
  public static ParquetWriter create(Path file, Schema schema, ArrowAllocator allocator) {
    DatasetNatives.require();
    ParquetTypes.check(file.toString(), schema);
    OutputFile.checkTarget(file);
    Path parent = file.toAbsolutePath().getParent();
    Path folder = parent.resolve("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.createDirectory(folder);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "create", failure);
    }
    ParquetWriter writer;
    try {
      writer = new ParquetWriter(file, folder, schema, allocator);
    } catch (RuntimeException failure) {
      Folders.delete(folder, failure);
      throw failure;
    }
    try {
      writer.probe();
      return writer;
    } catch (RuntimeException failure) {
      AutoCloseables.close(failure, writer);
      throw failure;
    }
  }

  // the natives tell only when they write which types they don't
  private void probe() {
    probe = convert(RowGroups.nulls(plain.schema(), allocator), "probe");
  }

  @Override
  public void write(ArrowBatch batch) {
    checkOpen();
    try (ArrowBatch decoded = plain.of(batch, allocator)) {
      writer.write(decoded);
    }
  }

  @Override
  public long rows() {
    return writer.rows();
  }

  @Override
  public void finish() {
    checkOpen();
    finished = true;
    writer.finish();
    try {
      Files.move(rows() == 0 ? emptied(probe) : written(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new ArrowFileFailure(target.toString(), "write", failure);
    }
  }

  private Path written() {
    try (IpcFileReader rows = IpcFileReader.open(spool, allocator)) {
      return convert(RowGroups.of(rows, allocator), "parquet");
    }
  }

  private static Path emptied(Path file) throws IOException {
    return Files.write(file, EmptyParquet.of(Files.readAllBytes(file)));
  }

  /** Writes a stream into a folder of its own and returns the one file there. */
  private Path convert(RowGroups rows, String name) {
    Path into = folder.resolve(name);
    Closeable release = rows::release;
    try (release) {
      NativeWork.began(rows);
      synchronized (ONE_AT_A_TIME) {
        DatasetFileWriter.write(
            rows.allocator(),
            rows,
            FileFormat.PARQUET,
            into.toUri().toString(),
            new String[0],
            1,
            "part-{i}.parquet");
      }
    } catch (IOException | RuntimeException failure) {
      throw failures.of(rows.failure().map(Exception.class::cast).orElse(failure), "write");
    }
    return into.resolve("part-0.parquet");
  }

  private void checkOpen() {
    if (closed || finished) {
      throw new IllegalStateException(
          "the writer of '" + target + "' is " + (closed ? "closed" : "finished"));
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    writer.close();
    Folders.delete(folder, null);
  }
}
