package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.io.BatchReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Some columns of a reader that reads all of them. */
final class ChosenColumns implements BatchReader {
  private final BatchReader all;
  private final List<Integer> positions;
  private final Schema schema;

  private ChosenColumns(BatchReader all, List<String> columns) {
    this.all = all;
    this.positions = positions(all.schema(), columns);
    this.schema = choose(all.schema(), columns);
  }

  /**
   * Takes ownership of the reader.
   *
   * @param columns empty for all
   * @throws UnknownColumn for one that isn't there
   */
  static BatchReader of(BatchReader all, List<String> columns) {
    return columns.isEmpty() ? all : new ChosenColumns(all, columns);
  }

  /**
   * The chosen fields of a schema, in the order of the choice.
   *
   * @throws UnknownColumn for one that isn't there
   */
  static Schema choose(Schema schema, List<String> columns) {
    if (columns.isEmpty()) {
      return schema;
    }
    return new Schema(
        positions(schema, columns).stream().map(schema.getFields()::get).toList(),
        schema.getCustomMetadata());
  }

  private static List<Integer> positions(Schema schema, List<String> columns) {
    List<String> names = schema.getFields().stream().map(Field::getName).toList();
    List<Integer> positions = new ArrayList<>();
    for (String column : columns) {
      int position = names.indexOf(column);
      if (position < 0) {
        throw new UnknownColumn(column, "withColumns(…)", names);
      }
      positions.add(position);
    }
    return positions;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public OptionalLong totalRows() {
    return all.totalRows();
  }

  @Override
  public int position() {
    return all.position();
  }

  @Override
  public void skip(int batches) {
    all.skip(batches);
  }

  @Override
  public boolean hasNext() {
    return all.hasNext();
  }

  @Override
  public ArrowBatch next() {
    ArrowBatch batch = all.next();
    List<FieldVector> vectors = positions.stream().map(batch::vector).toList();
    return ArrowBatch.of(schema, vectors, batch.rows(), batch.dictionaries(), batch::close);
  }

  @Override
  public void close() {
    all.close();
  }
}
