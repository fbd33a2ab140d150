package io.pelton.examples.benchmarks.streaming;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/** Makes the records of a benchmark where they are emitted. */
@FunctionalInterface
public interface PreparedRecords<T> extends Serializable {
  List<T> read() throws IOException;
}
