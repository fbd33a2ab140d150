package io.pelton.flink.source;

import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.io.BatchReader;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Some columns of a reader that reads all of them. */
final class ChosenColumns implements BatchReader {
  private final BatchReader all;
  private final int[] positions;
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
    List<Field> fields =
        Arrays.stream(positions(schema, columns)).mapToObj(schema.getFields()::get).toList();
    return new Schema(fields, schema.getCustomMetadata());
  }

  /**
   * The positions of the chosen fields, in the order of the choice.
   *
   * @throws UnknownColumn for one that isn't there
   */
  static int[] positions(Schema schema, List<String> columns) {
    if (columns.isEmpty()) {
      return IntStream.range(0, schema.getFields().size()).toArray();
    }
    List<String> names = schema.getFields().stream().map(Field::getName).toList();
    return columns.stream().mapToInt(column -> position(names, column)).toArray();
  }

  private static int position(List<String> names, String column) {
    int position = names.indexOf(column);
    if (position < 0) {
      throw new UnknownColumn(column, "withColumns(…)", names);
    }
    return position;
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
    List<FieldVector> vectors = Arrays.stream(positions).mapToObj(batch::vector).toList();
    return ArrowBatch.of(schema, vectors, batch.rows(), batch.dictionaries(), batch::close);
  }

  @Override
  public void close() {
    all.close();
  }
}
