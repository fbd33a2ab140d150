package io.pelton.flink.source;

import java.util.List;
import org.apache.flink.annotation.PublicEvolving;

/** What a checkpoint keeps of the enumerator. */
@PublicEvolving
public final class PendingSplits {
  private final boolean discovered;
  private final List<ArrowSplit> splits;
  private final SeenFiles seen;
  private final FirstSchema first;
  private final long rows;

  /**
   * @param discovered whether there is nothing more to find
   * @param splits that no reader has
   * @param seen files that were cut into splits; empty where there is nothing more to find
   * @param first null where none was found
   * @param rows that splits are yet to be made for, at most
   */
  PendingSplits(
      boolean discovered, List<ArrowSplit> splits, SeenFiles seen, FirstSchema first, long rows) {
    this.discovered = discovered;
    this.splits = List.copyOf(splits);
    this.seen = seen;
    this.first = first;
    this.rows = rows;
  }

  /** Where a source begins. */
  static PendingSplits none(long rows) {
    return new PendingSplits(false, List.of(), new SeenFiles(), null, rows);
  }

  boolean discovered() {
    return discovered;
  }

  List<ArrowSplit> splits() {
    return splits;
  }

  SeenFiles seen() {
    return seen;
  }

  FirstSchema first() {
    return first;
  }

  long rows() {
    return rows;
  }
}
