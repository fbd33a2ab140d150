package io.pelton.examples.cli.file;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowFileFailure;
import io.pelton.arrow.dataset.ParquetWriter;
import io.pelton.arrow.io.BatchWriter;
import io.pelton.arrow.io.Compression;
import io.pelton.arrow.io.IpcFileWriter;
import io.pelton.arrow.io.IpcStreamWriter;
import io.pelton.engine.error.PeltonException;
import io.pelton.examples.cli.console.BadRequest;
import io.pelton.examples.cli.csv.CsvBatchWriter;
import io.pelton.examples.cli.csv.CsvDialect;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.vector.types.pojo.Schema;

/** A file to be written. */
public final class OutputFile {
  private static final int BUFFER = 1 << 16;

  private final DataFile file;
  private final CsvDialect dialect;

  /**
   * @param dialect of delimited text
   */
  public OutputFile(DataFile file, CsvDialect dialect) {
    this.file = file;
    this.dialect = dialect;
  }

  /**
   * Finds what can be known to be wrong before anything is read.
   *
   * @param others files that are read, which the output must not replace
   * @throws BadRequest for a format, a folder or a file that can't be written
   */
  public void check(Path... others) throws IOException {
    if (!file.format().isWritten()) {
      throw new BadRequest(
          "--output %s: %s is read, but not written; choose another format"
              .formatted(file, file.format()));
    }
    if (file.isStandard()) {
      if (!file.format().isStreamed()) {
        throw new BadRequest(
            "--output -: a file of format %s can't be written to a stream; choose arrows, csv or tsv"
                .formatted(file.format()));
      }
      return;
    }
    checkFolder(file.path());
    for (Path other : others) {
      if (other != null && Files.exists(file.path()) && Files.isSameFile(file.path(), other)) {
        throw new BadRequest(
            "--output %s is the file that is read as %s; name another".formatted(file, other));
      }
    }
  }

  private void checkFolder(Path output) {
    if (Files.isDirectory(output)) {
      throw new BadRequest("--output " + output + " is a folder; name a file");
    }
    if (Files.exists(output) && !Files.isRegularFile(output)) {
      throw new BadRequest(
          "--output " + output + " is no regular file, and would be replaced; name another, or -");
    }
    Path folder = output.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new BadRequest("--output " + output + ": there is no folder " + folder + "; make it");
    }
    if (!Files.isWritable(folder)) {
      throw new BadRequest(
          "--output " + output + ": the folder " + folder + " can't be written to; name another");
    }
  }

  /**
   * Begins to write.
   *
   * @param allocator outlives the writer
   */
  public BatchWriter open(Schema schema, ArrowAllocator allocator) {
    if (file.isStandard()) {
      OutputStream out = new FileOutputStream(FileDescriptor.out);
      return file.format().isText() ? text(out, schema) : stream(out, schema, allocator);
    }
    PendingOutput output = PendingOutput.create(target());
    try {
      return new PublishedWriter(output, writer(output.path(), schema, allocator));
    } catch (IOException failure) {
      output.close();
      throw new ArrowFileFailure(file.toString(), "create", failure);
    } catch (PeltonException failure) {
      output.close();
      throw output.renamed(failure);
    } catch (RuntimeException failure) {
      output.close();
      throw failure;
    }
  }

  /** What a link points to, so that the link stays. */
  private Path target() {
    try {
      return Files.exists(file.path()) ? file.path().toRealPath() : file.path();
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "create", failure);
    }
  }

  private BatchWriter writer(Path path, Schema schema, ArrowAllocator allocator)
      throws IOException {
    return switch (file.format()) {
      case ARROW ->
          IpcFileWriter.to(
              FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              file.toString(),
              schema,
              Compression.NONE,
              allocator);
      case ARROWS -> stream(Files.newOutputStream(path), schema, allocator);
      case CSV, TSV -> text(Files.newOutputStream(path), schema);
      case PARQUET -> ParquetWriter.create(path, schema, allocator);
      case ORC, AVRO -> throw new IllegalStateException(file + " was not checked");
    };
  }

  private BatchWriter stream(OutputStream out, Schema schema, ArrowAllocator allocator) {
    return IpcStreamWriter.to(
        new BufferedOutputStream(out, BUFFER),
        file.toString(),
        schema,
        Compression.NONE,
        allocator);
  }

  private BatchWriter text(OutputStream out, Schema schema) {
    try {
      OutputStream packed =
          file.isCompressed()
              ? new GZIPOutputStream(out, BUFFER)
              : new BufferedOutputStream(out, BUFFER);
      return new CsvBatchWriter(packed, file.toString(), schema, dialect);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "write", failure);
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
