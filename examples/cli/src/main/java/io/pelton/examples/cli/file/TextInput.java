package io.pelton.examples.cli.file;

import io.pelton.arrow.ArrowFileFailure;
import io.pelton.examples.cli.console.BadRequest;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** The bytes of a text, unpacked where it is compressed, and how many of them were read. */
public final class TextInput {
  private static final int BUFFER = 1 << 16;

  private final CountedInput counted;
  private final InputStream text;
  private final long size;

  private TextInput(CountedInput counted, InputStream text, long size) {
    this.counted = counted;
    this.text = text;
    this.size = size;
  }

  /**
   * @throws ArrowFileFailure where it can't be read
   * @throws BadRequest where it is not compressed although its name says so
   */
  public static TextInput open(DataFile file) {
    if (!file.isStandard() && !Files.isRegularFile(file.path())) {
      throw new ArrowFileFailure(
          file.toString(), "read", new IOException("no such file; check the path"));
    }
    try {
      long size = file.isStandard() ? 0 : Files.size(file.path());
      CountedInput counted =
          new CountedInput(
              file.isStandard()
                  ? new FileInputStream(FileDescriptor.in)
                  : Files.newInputStream(file.path()));
      return new TextInput(counted, file.isCompressed() ? unpacked(file, counted) : counted, size);
    } catch (IOException failure) {
      throw new ArrowFileFailure(file.toString(), "read", failure);
    }
  }

  private static InputStream unpacked(DataFile file, InputStream packed) throws IOException {
    try {
      return new GZIPInputStream(packed, BUFFER);
    } catch (ZipException | EOFException failure) {
      packed.close();
      throw new BadRequest(
          "'%s' is no gzip file (%s); correct its name, or pack it anew"
              .formatted(file, failure.getMessage()),
          failure);
    }
  }

  /** Whoever reads it closes it. */
  public InputStream text() {
    return text;
  }

  /** The share of the file that was read, from 0 to 1; NaN where its size is not known. */
  public double done() {
    return (double) counted.bytes() / size;
  }
}
