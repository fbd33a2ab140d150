package io.pelton.arrow.avro;

import io.pelton.arrow.ArrowBatchBuilder;
import io.pelton.arrow.UnsupportedType;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Sets the cells of a batch builder's rows from single Avro values or records: numbers in columns
 * of numbers, strings and enums in columns of strings, booleans in columns of booleans. The
 * builder's columns are the paths of fields; a field within a record that is null is null. One
 * thread at a time.
 */
public final class AvroRows {
  private final ArrowBatchBuilder builder;
  private final RecordDecoder decoder;

  private AvroRows(ArrowBatchBuilder builder, RecordDecoder decoder) {
    this.builder = builder;
    this.decoder = decoder;
  }

  /**
   * @param builder stays the caller's
   * @param writer of the bytes; records bring their own
   * @param options the reader's schema and the framing; the fields are the builder's columns
   * @throws UnsupportedType where a field can't go to its column, see {@link #isPossible}
   * @throws io.pelton.arrow.UnknownColumn for a column that the reader's schema does not have
   */
  public static AvroRows into(ArrowBatchBuilder builder, Schema writer, AvroOptions options) {
    List<Field> columns = builder.schema().getFields();
    Projection projection =
        options.withFields(columns.stream().map(Field::getName).toList()).projection(writer);
    Column root =
        projection.root(
            (position, field, schema) -> {
              if (!isPossible(field, columns.get(position))) {
                throw new UnsupportedType(
                    field.getName(),
                    field.getType().toString(),
                    "what a column of " + columns.get(position).getType() + " takes");
              }
              return field.getDictionary() == null
                  ? new BuilderColumn(builder, position)
                  : new SymbolColumn(builder, position, projection.symbols(field));
            });
    return new AvroRows(builder, new RecordDecoder(writer, projection, options.framing(), root));
  }

  /**
   * Whether the values of a field can be cells of a column.
   *
   * @param field as {@link AvroSchemas#toArrow} has it
   */
  public static boolean isPossible(Field field, Field column) {
    ArrowTypeID from = field.getType().getTypeID();
    ArrowTypeID to = column.getType().getTypeID();
    return switch (from) {
      case Int -> to == ArrowTypeID.Int || to == ArrowTypeID.FloatingPoint;
      case FloatingPoint, Bool, Utf8 -> to == from;
      default -> false;
    };
  }

  /**
   * Sets the cells of the row that was started.
   *
   * @throws io.pelton.arrow.InvalidAvro where the bytes are not one whole value of the writer's
   *     schema
   * @throws io.pelton.arrow.ValueOutOfRange for a number that its column does not hold
   */
  public void set(byte[] value) {
    decoder.value(value, 0, value.length, builder.rows());
  }

  /**
   * Sets the cells of the row that was started.
   *
   * @throws io.pelton.arrow.ValueMismatch where the record contradicts its own schema
   * @throws io.pelton.arrow.InvalidAvro where it can't be read as the reader's
   * @throws io.pelton.arrow.ValueOutOfRange for a number that its column does not hold
   */
  public void set(IndexedRecord record) {
    decoder.record(record, builder.rows());
  }
}
