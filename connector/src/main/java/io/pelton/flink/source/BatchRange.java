package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.BatchReader;
import io.pelton.arrow.io.IpcFileReader;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Schema;

/** Some of a file's record batches. */
final class BatchRange implements BatchReader {
  private final IpcFileReader file;
  private final int from;
  private final int end;

  /** Takes ownership of the file. */
  BatchRange(IpcFileReader file, int from, int end) {
    Objects.checkFromToIndex(from, end, file.batches());
    this.file = file;
    this.from = from;
    this.end = end;
    file.seek(from);
  }

  @Override
  public Schema schema() {
    return file.schema();
  }

  @Override
  public int position() {
    return file.position() - from;
  }

  @Override
  public void skip(int batches) {
    if (batches > end - file.position()) {
      throw new NoSuchElementException(
          (end - file.position()) + " more batches in the range, not " + batches);
    }
    file.skip(batches);
  }

  @Override
  public boolean hasNext() {
    return file.position() < end;
  }

  @Override
  public ArrowBatch next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the range ends at batch " + end);
    }
    return file.next();
  }

  @Override
  public void close() {
    file.close();
  }
}
