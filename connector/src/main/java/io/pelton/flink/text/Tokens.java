package io.pelton.flink.text;

import org.apache.flink.annotation.PublicEvolving;

/**
 * A text as a model reads it.
 *
 * @param ids of the tokens, in order; not copied
 * @param types of the tokens, such as which of two sentences they are of; as many
 */
@PublicEvolving
@SuppressWarnings("ArrayRecordComponent")
public record Tokens(long[] ids, long[] types) {
  public int length() {
    return ids.length;
  }
}
