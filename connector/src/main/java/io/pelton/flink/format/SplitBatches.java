package io.pelton.flink.format;

import io.pelton.flink.error.PositionLost;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;

/**
 * The record batches of a split that are still to be read: those that begin in it, from a position
 * on.
 */
final class SplitBatches {
  private final TableFile file;
  private final long start;
  private final long end;
  private int next;
  private long skip;

  private SplitBatches(TableFile file, FileSourceSplit split) {
    this.file = file;
    this.start = split.offset();
    this.end = split.offset() + split.length();
  }

  /**
   * @throws PositionLost where the position's offset is not a batch's
   */
  static SplitBatches of(TableFile file, FileSourceSplit split, CheckpointedPosition position) {
    SplitBatches batches = new SplitBatches(file, split);
    batches.skip = position.getRecordsAfterOffset();
    if (position.getOffset() != CheckpointedPosition.NO_OFFSET
        && position.getOffset() != split.offset()) {
      batches.seek(position.getOffset());
    }
    return batches;
  }

  private void seek(long offset) {
    while (next < file.batches() && file.offset(next) != offset) {
      next++;
    }
    if (next == file.batches()) {
      throw new PositionLost(file.name(), offset);
    }
  }

  /** Moves to the next batch of which there are rows to read; false at the end. */
  boolean advance() {
    while (next < file.batches()) {
      long offset = file.offset(next);
      if (offset >= start && offset < end) {
        long rows = skip > 0 ? file.summary(next).rows() : 1;
        if (skip < rows) {
          return true;
        }
        skip -= rows;
      }
      next++;
    }
    return false;
  }

  /** The batch, which is then done. */
  Part take() {
    Part part = new Part(next, skip);
    next++;
    skip = 0;
    return part;
  }

  /**
   * @param batch index in the file
   * @param skip rows at its beginning that were read before
   */
  record Part(int batch, long skip) {}
}
