package io.pelton.examples.cli.score;

import io.pelton.arrow.InputBinding;
import io.pelton.arrow.io.BatchReader;
import io.pelton.examples.cli.file.TypedFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Makes sources of files whose columns have types. Reads no column that is not needed. */
final class TypedRows {
  private TypedRows() {}

  /**
   * @param choice the bindings to columns of a schema
   */
  static RowSource of(
      TypedFile file, KeptColumns kept, Function<Schema, List<InputBinding>> choice) {
    BatchReader reader = file.open();
    try {
      List<InputBinding> bindings = choice.apply(reader.schema());
      if (file.canReopen()) {
        List<String> all = KeptColumns.names(reader.schema());
        List<String> needed = needed(reader.schema(), kept, bindings);
        if (needed.size() < all.size()) {
          reader.close();
          reader = file.open(needed);
        }
      }
      return source(reader, bindings, kept);
    } catch (RuntimeException failure) {
      reader.close();
      throw failure;
    }
  }

  /** The names of the columns that are kept or bound, also by what is below them. */
  private static List<String> needed(Schema schema, KeptColumns kept, List<InputBinding> bindings) {
    List<String> names = KeptColumns.names(schema);
    boolean[] isNeeded = new boolean[names.size()];
    for (int position : kept.positions(names)) {
      isNeeded[position] = true;
    }
    for (InputBinding binding : bindings) {
      for (String column : binding.columns()) {
        for (int i = 0; i < isNeeded.length; i++) {
          isNeeded[i] |= column.equals(names.get(i)) || column.startsWith(names.get(i) + ".");
        }
      }
    }
    return IntStream.range(0, isNeeded.length)
        .filter(i -> isNeeded[i])
        .mapToObj(schema.getFields()::get)
        .map(Field::getName)
        .toList();
  }

  private static RowSource source(
      BatchReader reader, List<InputBinding> bindings, KeptColumns kept) {
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
