package io.pelton.examples.cli.score;

import io.pelton.arrow.InputBinding;
import io.pelton.arrow.io.BatchReader;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;

/** Makes sources of files whose columns have types. */
final class TypedRows {
  private TypedRows() {}

  /**
   * @param reader closed with the source
   * @param bindings to columns of the reader
   */
  static RowSource of(BatchReader reader, List<InputBinding> bindings, KeptColumns kept) {
    Schema schema = reader.schema();
    OptionalLong total = reader.totalRows();
    return new RowSource(
        reader,
        bindings,
        new Projection(schema, IntStream.range(0, schema.getFields().size()).toArray()),
        new Projection(schema, kept.positions(KeptColumns.names(schema))),
        total,
        rows -> total.isPresent() ? (double) rows / total.getAsLong() : Double.NaN,
        Optional::empty);
  }
}
