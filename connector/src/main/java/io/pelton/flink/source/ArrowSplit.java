package io.pelton.flink.source;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A piece of a file, and how far it was read.
 *
 * @param uri of the file
 * @param format of the file
 * @param length of the file in bytes when it was found; -1 where nobody looked
 * @param from the first unit of the piece, as the format counts: a record batch of an Arrow file
 * @param end the unit after the last one
 * @param read batches of the piece that were sent on
 * @param rows that are yet to be sent on, at most; 0 when the piece is done
 */
@PublicEvolving
public record ArrowSplit(
    String uri, FileFormat format, long length, int from, int end, int read, long rows)
    implements SourceSplit {
  /** All the rows there are. */
  static final long ALL_ROWS = Long.MAX_VALUE;

  /** By the piece, which stays where it is. */
  @Override
  public String splitId() {
    return uri + "#" + from + "-" + end;
  }

  SourceFile file() {
    return new SourceFile(uri, length);
  }

  /** After one more batch. */
  ArrowSplit advance(int batchRows) {
    long left = rows == ALL_ROWS ? ALL_ROWS : rows - batchRows;
    return new ArrowSplit(uri, format, length, from, end, read + 1, left);
  }

  boolean isDone() {
    return rows == 0;
  }

  ArrowSplit done() {
    return new ArrowSplit(uri, format, length, from, end, read, 0);
  }
}
