package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.flink.RowFields;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.RowTypeInfo;
import org.apache.flink.types.Row;

/** Encodes rows with named fields. */
@Internal
public final class RowEncoding extends RecordEncoding<Row> {
  private static final long serialVersionUID = 1L;

  private final RowTypeInfo rows;

  /**
   * @param rows with names
   */
  public RowEncoding(RowTypeInfo rows) {
    this.rows = rows;
  }

  @Override
  Schema fields(List<ModelInput> inputs, List<InputBinding> bindings) {
    List<String> names = List.of(rows.getFieldNames());
    paths(bindings).stream().filter(names::contains).forEach(name -> RowFields.field(rows, name));
    return RowFields.schema(rows);
  }

  @Override
  RecordEncoder<Row> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    return new RowEncoder(allocator, wanted, maxRows, List.of(rows.getFieldNames()));
  }

  /** Where no field can change, a copy of the row shares them. */
  @Override
  UnaryOperator<Row> copier(TypeSerializer<Row> serializer) {
    SerializerConfig config = new SerializerConfigImpl();
    boolean isPlain =
        Arrays.stream(rows.getFieldTypes())
            .allMatch(type -> type.createSerializer(config).isImmutableType());
    return isPlain ? Row::copy : super.copier(serializer);
  }
}
