package io.pelton.flink.source;

import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/** What one step of reading gave: a batch, the end of a split, both or nothing. */
final class Fetched implements RecordsWithSplitIds<ReadBatch> {
  private String split;
  private ReadBatch batch;
  private final Set<String> finished;

  private Fetched(String split, ReadBatch batch, Set<String> finished) {
    this.split = split;
    this.batch = batch;
    this.finished = finished;
  }

  static Fetched batch(String split, ReadBatch batch) {
    return new Fetched(split, batch, batch.last() ? Set.of(split) : Set.of());
  }

  static Fetched end(String split) {
    return new Fetched(null, null, Set.of(split));
  }

  static Fetched nothing() {
    return new Fetched(null, null, Set.of());
  }

  @Override
  public String nextSplit() {
    String next = split;
    split = null;
    return next;
  }

  @Override
  public ReadBatch nextRecordFromSplit() {
    ReadBatch next = batch;
    batch = null;
    return next;
  }

  @Override
  public Set<String> finishedSplits() {
    return finished;
  }
}
