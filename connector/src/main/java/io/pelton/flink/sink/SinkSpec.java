package io.pelton.flink.sink;

import io.pelton.arrow.io.Compression;
import java.io.Serializable;
import java.time.Duration;

/**
 * What a sink writes, and how.
 *
 * @param prefix of the names of files
 * @param batchRows of a batch at least; 0 to write batches as they come
 * @param rows of a file at most
 * @param bytes of a file after which the next one begins
 * @param age of a file after which the next one begins
 */
record SinkSpec(
    String folder,
    String prefix,
    Compression compression,
    int batchRows,
    long rows,
    long bytes,
    Duration age)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  SinkSpec withPrefix(String text) {
    return new SinkSpec(folder, text, compression, batchRows, rows, bytes, age);
  }

  SinkSpec withCompression(Compression codec) {
    return new SinkSpec(folder, prefix, codec, batchRows, rows, bytes, age);
  }

  SinkSpec withBatchRows(int least) {
    return new SinkSpec(folder, prefix, compression, least, rows, bytes, age);
  }

  SinkSpec withRows(long most) {
    return new SinkSpec(folder, prefix, compression, batchRows, most, bytes, age);
  }

  SinkSpec withBytes(long most) {
    return new SinkSpec(folder, prefix, compression, batchRows, rows, most, age);
  }

  SinkSpec withAge(Duration most) {
    return new SinkSpec(folder, prefix, compression, batchRows, rows, bytes, most);
  }
}
