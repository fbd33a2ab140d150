package io.pelton.flink.text;

/** Rewrites a text before it is cut, such as to lower case. */
@FunctionalInterface
interface Normalizer {
  String normalize(String text);

  /** Whether what a text begins with is left out, so that what is left begins later in the text. */
  default boolean dropsStart(String text) {
    return false;
  }
}
