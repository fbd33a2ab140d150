package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.UnknownColumn;
import io.pelton.examples.cli.csv.BadCells;
import io.pelton.examples.cli.csv.CsvBatchReader;
import io.pelton.examples.cli.csv.CsvColumn;
import io.pelton.examples.cli.csv.CsvRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Makes sources of delimited text. Columns that feed the model have the types of its inputs, with
 * 64 bits for all floats, and all others are text.
 */
final class TextRows {
  private final CsvRows rows;
  private final List<CsvColumn> columns = new ArrayList<>();

  private TextRows(CsvRows rows) {
    this.rows = rows;
  }

  /**
   * How text becomes batches.
   *
   * @param batchRows most rows of a batch
   * @param isKeptAsText whether columns that stay keep the text that they were read from, for an
   *     output of text, even where they also feed the model
   */
  record Reading(String nullText, BadCells badCells, int batchRows, boolean isKeptAsText) {}

  /**
   * @param rows closed with the source
   * @param done the share of the text that was read
   * @param bindings to columns of the text
   * @throws UnknownColumn for a column that the text lacks
   */
  static RowSource of(
      CsvRows rows,
      DoubleSupplier done,
      List<ModelInput> inputs,
      List<InputBinding> bindings,
      KeptColumns kept,
      Reading reading,
      ArrowAllocator allocator) {
    TextRows plan = new TextRows(rows);
    int[] bound =
        InputBinding.schema(inputs, bindings).getFields().stream()
            .mapToInt(plan::addBound)
            .toArray();
    int[] stay =
        IntStream.of(kept.positions(rows.names()))
            .map(position -> plan.addKept(position, reading.isKeptAsText() ? 0 : bound.length))
            .toArray();
    CsvBatchReader reader =
        new CsvBatchReader(
            rows,
            plan.columns,
            reading.nullText(),
            reading.badCells(),
            reading.batchRows(),
            allocator);
    Schema schema = reader.schema();
    return new RowSource(
        reader,
        bindings,
        new Projection(schema, bound),
        new Projection(schema, stay),
        OptionalLong.empty(),
        scored -> done.getAsDouble(),
        () -> remark(reader));
  }

  private int addBound(Field field) {
    int position = rows.names().indexOf(field.getName());
    if (position < 0) {
      throw new UnknownColumn(field.getName(), "the model", rows.names());
    }
    // a decimal becomes a 32-bit float by way of a 64-bit one, as it does from all other files
    ArrowType type =
        field.getType() instanceof ArrowType.FloatingPoint
            ? new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)
            : field.getType();
    columns.add(new CsvColumn(position, Field.nullable(field.getName(), type)));
    return columns.size() - 1;
  }

  /**
   * @param reused so many columns are looked through for one that was read already
   */
  private int addKept(int position, int reused) {
    for (int column = 0; column < reused; column++) {
      if (columns.get(column).position() == position) {
        return column;
      }
    }
    String name = rows.names().get(position);
    columns.add(new CsvColumn(position, Field.nullable(name, new ArrowType.Utf8())));
    return columns.size() - 1;
  }

  private static Optional<String> remark(CsvBatchReader reader) {
    return reader.badCells() == 0
        ? Optional.empty()
        : Optional.of(
            "%d cells were read as nulls because they are no values of their columns, the first in"
                    .formatted(reader.badCells())
                + " "
                + reader.firstBadCell());
  }
}
