package io.pelton.arrow.type;

import io.pelton.engine.tensor.StringStorage;

/** The strings of one vector. */
@FunctionalInterface
public interface TextReader {
  /** Appends the string of a row that is not null. */
  void append(int row, StringStorage target);
}
