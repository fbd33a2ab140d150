package io.pelton.flink.operator;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.UnevenLists;
import io.pelton.arrow.ValueMismatch;
import io.pelton.arrow.ValueOutOfRange;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.types.Row;

/** Writes the fields that the model needs from rows into a batch. */
final class RowEncoder extends CellEncoder<Row> {
  private final String[] names;
  private final int[] positions;
  private final int arity;

  /**
   * @param schema the columns to fill, named like fields
   * @param fields names of all fields of the rows, in order
   */
  RowEncoder(ArrowAllocator allocator, Schema schema, int maxRows, List<String> fields) {
    super(allocator, schema, maxRows);
    this.names = schema.getFields().stream().map(Field::getName).toArray(String[]::new);
    this.positions = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      positions[i] = fields.indexOf(names[i]);
    }
    this.arity = fields.size();
  }

  @Override
  public RowFailure add(Row row) {
    boolean positioned = row.getFieldNames(false) == null;
    if (positioned && row.getArity() != arity) {
      String reason = "The row has " + row.getArity() + " fields where its type has " + arity + ".";
      return new RowFailure(RowFailure.UNKNOWN, "", reason, null);
    }
    builder.startRow();
    try {
      for (int column = 0; column < names.length; column++) {
        builder.setValue(
            column, positioned ? row.getField(positions[column]) : row.getField(names[column]));
      }
      builder.endRow();
      return null;
    } catch (AllocationLimitExceeded e) {
      builder.discardRow();
      return RowFailure.memory(e);
    } catch (ValueMismatch e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    } catch (ValueOutOfRange e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    } catch (UnevenLists e) {
      builder.discardRow();
      return RowFailure.encoding(e);
    }
  }

  @Override
  public boolean isMisfit(RowFailure failure) {
    return RowFailure.isMisfit(failure);
  }
}
