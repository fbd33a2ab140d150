package io.pelton.flink.rowdata;

import io.pelton.arrow.ArrowBatch;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Reads batches of one schema as rows of one type, without a copy but of text and bytes. Columns
 * are found by name and checked once, here; what else the batches have is ignored. Immutable.
 */
@Internal
public final class RowDataViews {
  private final ColumnChoice choice;

  private RowDataViews(ColumnChoice choice) {
    this.choice = choice;
  }

  /**
   * @param file what the batches come from, for messages
   * @param schema of the batches; logical, as {@link ArrowBatch#schema} has it
   * @param missingIsNull whether nullable columns that the schema lacks read as nulls
   * @throws io.pelton.flink.error.TableMismatch for a column that is missing or of a type whose
   *     values do not fit
   */
  public static RowDataViews of(RowType type, String file, Schema schema, boolean missingIsNull) {
    ColumnPath root = new ColumnPath(file, type, schema, missingIsNull, "");
    List<LogicalType> types = type.getChildren();
    return new RowDataViews(ColumnChoice.of(root, type.getFieldNames(), types, schema.getFields()));
  }

  /** Positions of the columns that are needed, for a {@link io.pelton.arrow.io.Projection}. */
  public int[] columns() {
    return choice.positions();
  }

  /**
   * The columns of a batch, for a {@code VectorizedColumnBatch}; valid while the batch is open.
   *
   * @param batch with the columns that {@link #columns} names, in that order
   * @throws io.pelton.flink.error.UnreadableValue for a null in a column declared without
   */
  public ColumnVector[] on(ArrowBatch batch, Origin origin) {
    List<FieldVector> vectors = new ArrayList<>();
    for (int column = 0; column < batch.columns(); column++) {
      vectors.add(batch.vector(column));
    }
    return choice.on(vectors, batch.rows(), row -> true, batch.dictionaries(), origin);
  }
}
