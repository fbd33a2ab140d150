package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.UnknownColumn;
import io.pelton.arrow.avro.AvroDecoder;
import io.pelton.arrow.avro.AvroFraming;
import io.pelton.arrow.avro.AvroOptions;
import io.pelton.arrow.avro.AvroRows;
import io.pelton.arrow.avro.AvroSchemas;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.avro.Schema;
import org.apache.flink.annotation.Internal;

/** Encodes Avro records, or values in Avro's binary encoding. */
@Internal
public final class AvroEncoding<T> extends RecordEncoding<T> {
  private static final long serialVersionUID = 1L;

  private final Schema writer;
  private final Schema reader;
  private final AvroFraming framing;

  /**
   * @param writer of the values; records bring their own
   * @param reader whose fields are the columns
   */
  public AvroEncoding(Schema writer, Schema reader, AvroFraming framing) {
    this.writer = writer;
    this.reader = reader;
    this.framing = framing;
  }

  @Override
  org.apache.arrow.vector.types.pojo.Schema fields(
      List<ModelInput> inputs, List<InputBinding> bindings) {
    for (InputBinding binding : bindings) {
      checkFields(binding);
    }
    List<String> paths = paths(bindings);
    AvroOptions options = AvroOptions.defaults().withReader(reader).withFields(paths);
    // throws where values can't be read at all
    try (ArrowAllocator allocator = ArrowAllocator.open("check of an Avro schema")) {
      AvroDecoder.create(writer, options, allocator).close();
    }
    return AvroSchemas.toArrow(reader, paths);
  }

  private void checkFields(InputBinding binding) {
    try {
      AvroSchemas.toArrow(reader, binding.columns());
    } catch (UnknownColumn e) {
      throw new UnknownColumn(e.column(), "model input '" + binding.input() + "'", e.known());
    }
  }

  /** Numbers, strings and booleans are cells of the batch builder's; other types are columns. */
  @Override
  RecordEncoder<T> open(
      ArrowAllocator allocator, org.apache.arrow.vector.types.pojo.Schema wanted, int maxRows) {
    List<Field> columns = wanted.getFields();
    List<String> paths = columns.stream().map(Field::getName).toList();
    List<Field> fields = AvroSchemas.toArrow(reader, paths).getFields();
    AvroOptions options =
        AvroOptions.defaults().withReader(reader).withFraming(framing).withFields(paths);
    for (int i = 0; i < columns.size(); i++) {
      if (!AvroRows.isPossible(fields.get(i), columns.get(i))) {
        return new AvroBatchEncoder<>(allocator, writer, options);
      }
    }
    return new AvroCellEncoder<>(allocator, wanted, maxRows, writer, options);
  }
}
