package io.pelton.examples.cli.score;

import io.pelton.arrow.ArrowBatch;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Some columns of batches of one schema, in some order. */
final class Projection {
  private final int[] columns;
  private final Schema schema;

  /**
   * @param from of the batches
   * @param columns positions in it
   */
  Projection(Schema from, int[] columns) {
    this.columns = columns.clone();
    List<Field> fields = from.getFields();
    this.schema =
        new Schema(IntStream.of(columns).mapToObj(fields::get).toList(), from.getCustomMetadata());
  }

  /** The schema of the projected batches. */
  Schema schema() {
    return schema;
  }

  /** The columns on the same memory as a batch of its own; the two are closed independently. */
  ArrowBatch of(ArrowBatch batch) {
    ArrowBatch kept = batch.retain();
    return ArrowBatch.of(
        schema,
        IntStream.of(columns).mapToObj(batch::vector).toList(),
        batch.rows(),
        batch.dictionaries(),
        kept::close);
  }
}
