package io.pelton.flink.source;

import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * Record batches of one file.
 *
 * @param uri of the file
 * @param next the batch to read next, which moves on
 * @param end the batch after the last one
 */
@PublicEvolving
public record ArrowSplit(String uri, int next, int end) implements SourceSplit {
  /** By the end, which stays where it is. */
  @Override
  public String splitId() {
    return uri + "#" + end;
  }

  boolean isDone() {
    return next >= end;
  }

  ArrowSplit advance() {
    return new ArrowSplit(uri, next + 1, end);
  }
}
