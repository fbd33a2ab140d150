package io.pelton.examples.cli.score;

import io.pelton.arrow.InputBinding;
import io.pelton.arrow.io.BatchReader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;

/**
 * Rows to be scored, and what becomes of their columns.
 *
 * @param reader closed with the source
 * @param bindings of the bound columns
 * @param bound the columns that feed the model
 * @param kept the columns that stay beside the model's own
 * @param total rows in all, where they can be told without reading the data
 * @param done the share that is done when so many rows are, from 0 to 1; NaN where it can't be told
 * @param remark what the user should know about the rows that were read
 */
record RowSource(
    BatchReader reader,
    List<InputBinding> bindings,
    Projection bound,
    Projection kept,
    OptionalLong total,
    LongToDoubleFunction done,
    Supplier<Optional<String>> remark)
    implements AutoCloseable {
  @Override
  public void close() {
    reader.close();
  }
}
