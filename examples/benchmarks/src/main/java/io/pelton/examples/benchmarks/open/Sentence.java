package io.pelton.examples.benchmarks.open;

import java.util.Arrays;
import java.util.stream.LongStream;

/** One sentence as the model takes it: numbers of words, between those of its start and end. */
final class Sentence {
  private static final long START = 101;
  private static final long END = 102;
  private static final long FIRST_WORD = 2000;

  private Sentence() {}

  /** The values [1,tokens] of the named input. */
  static long[] input(String name, int tokens) {
    long[] values = new long[tokens];
    switch (name) {
      case "attention_mask" -> Arrays.fill(values, 1);
      case "input_ids" -> {
        values = LongStream.range(FIRST_WORD, FIRST_WORD + tokens).toArray();
        values[0] = START;
        values[tokens - 1] = END;
      }
      case "token_type_ids" -> Arrays.fill(values, 0);
      default -> throw new IllegalArgumentException("the model has an unknown input " + name);
    }
    return values;
  }
}
