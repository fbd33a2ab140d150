package io.pelton.flink.text;

/** Rewrites a text before it is cut, such as to lower case. */
@FunctionalInterface
interface Normalizer {
  String normalize(String text);
}
