package io.pelton.flink.text;

import java.util.function.Consumer;

/** Cuts a text into pieces over whose ends no token reaches. */
@FunctionalInterface
interface PreTokenizer {
  /**
   * Hands on the pieces, in order; they may be rewritten.
   *
   * @param isFirst whether the text is the beginning of what is tokenized
   */
  void split(String text, boolean isFirst, Consumer<String> pieces);

  /** Whether it matters to it what the beginning is. */
  default boolean asksForFirst() {
    return false;
  }
}
