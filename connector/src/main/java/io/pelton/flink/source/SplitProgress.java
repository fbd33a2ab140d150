package io.pelton.flink.source;

/** A split whose position moves on. */
final class SplitProgress {
  private ArrowSplit split;

  SplitProgress(ArrowSplit split) {
    this.split = split;
  }

  ArrowSplit split() {
    return split;
  }

  void advance(ReadBatch read) {
    ArrowSplit next = split.advance(read.batch().rows());
    split = read.last() ? next.done() : next;
  }
}
