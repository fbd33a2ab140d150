package io.pelton.flink;

import io.pelton.arrow.ArrowBatch;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.type.CellReader;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/**
 * Takes batches apart into rows with the columns' names and types: strings, truth values, floats
 * and integers, where unsigned ones become the next wider type. Nulls stay nulls, dictionaries are
 * decoded.
 *
 * <pre>{@code
 * batches.flatMap(ArrowRows.of(source.schema()))
 * }</pre>
 */
@PublicEvolving
public final class ArrowRows implements FlatMapFunction<ArrowBatch, Row>, ResultTypeQueryable<Row> {
  private static final long serialVersionUID = 1L;

  private final RowTypeInfo type;
  private transient Schema schema;
  private transient CellReader[] readers;

  private ArrowRows(RowTypeInfo type) {
    this.type = type;
  }

  /**
   * @param schema of the batches
   * @throws io.pelton.flink.error.UnsupportedField for a column that has no class in a row
   */
  public static ArrowRows of(Schema schema) {
    List<Field> fields = InvalidSetting.given("schema", schema).getFields();
    return new ArrowRows(
        (RowTypeInfo)
            Types.ROW_NAMED(
                fields.stream().map(Field::getName).toArray(String[]::new),
                fields.stream().map(CellReader::type).toArray(TypeInformation<?>[]::new)));
  }

  @Override
  public TypeInformation<Row> getProducedType() {
    return type;
  }

  @Override
  public void flatMap(ArrowBatch batch, Collector<Row> out) {
    prepare(batch.schema());
    for (int column = 0; column < readers.length; column++) {
      readers[column].open(batch, column);
    }
    for (int index = 0; index < batch.rows(); index++) {
      Row row = Row.withPositions(readers.length);
      for (int column = 0; column < readers.length; column++) {
        row.setField(column, readers[column].get(index));
      }
      out.collect(row);
    }
  }

  private void prepare(Schema columns) {
    if (columns.equals(schema)) {
      return;
    }
    RowTypeInfo found = of(columns).type;
    if (!found.equals(type)
        || !List.of(found.getFieldNames()).equals(List.of(type.getFieldNames()))) {
      throw new InvalidSetting(
          "schema of ArrowRows",
          type.toString(),
          "a batch of " + found,
          "give it the schema that the batches have");
    }
    readers = columns.getFields().stream().map(CellReader::of).toArray(CellReader[]::new);
    schema = columns;
  }
}
