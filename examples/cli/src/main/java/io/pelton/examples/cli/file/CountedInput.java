package io.pelton.examples.cli.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read. */
final class CountedInput extends FilterInputStream {
  private long bytes;

  CountedInput(InputStream in) {
    super(in);
  }

  long bytes() {
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    bytes += value < 0 ? 0 : 1;
    return value;
  }

  @Override
  public int read(byte[] buffer, int from, int count) throws IOException {
    int read = super.read(buffer, from, count);
    bytes += Math.max(read, 0);
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    bytes += skipped;
    return skipped;
  }
}
