package io.pelton.flink.table.function;

import io.pelton.flink.error.UnsupportedOutput;
import io.pelton.flink.table.PeltonModelOptions;
import io.pelton.flink.table.schema.InferredColumn;
import io.pelton.flink.table.schema.NameMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * The columns that a prediction function gives, of the types that the outputs have: those that
 * {@code output.mapping} names, or all outputs that have a column.
 */
final class ResultTypes {
  private final List<InferredColumn> outputs;

  private ResultTypes(List<InferredColumn> outputs) {
    this.outputs = outputs;
  }

  /**
   * @throws UnsupportedOutput where no output has a column
   */
  static RowType of(List<InferredColumn> outputs, Map<String, String> options) {
    ResultTypes types = new ResultTypes(outputs);
    String mapping = options.get(PeltonModelOptions.OUTPUT_MAPPING.key());
    return mapping == null
        ? types.all()
        : types.mapped(NameMapping.parse(PeltonModelOptions.OUTPUT_MAPPING.key(), mapping));
  }

  private RowType all() {
    List<RowType.RowField> fields = new ArrayList<>();
    for (InferredColumn output : outputs) {
      output.type().ifPresent(type -> fields.add(field(output.name(), type)));
    }
    if (fields.isEmpty()) {
      InferredColumn first = outputs.get(0);
      throw new UnsupportedOutput(first.name(), first.port().type().toString(), first.reason());
    }
    return new RowType(fields);
  }

  private static RowType.RowField field(String name, DataType type) {
    return new RowType.RowField(name, type.getLogicalType());
  }

  private RowType mapped(Map<String, List<String>> mapping) {
    List<RowType.RowField> fields = new ArrayList<>();
    mapping.forEach(
        (column, values) -> fields.add(new RowType.RowField(column, type(values.get(0)))));
    return new RowType(fields);
  }

  /**
   * The type of an output or of a part of one; what is wrong with it is said when it is planned.
   */
  private LogicalType type(String value) {
    for (InferredColumn output : outputs) {
      if (output.type().isPresent() && value.startsWith(output.name())) {
        LogicalType whole = output.type().get().getLogicalType();
        String part = value.substring(output.name().length()).strip();
        if (part.isEmpty()) {
          return whole;
        }
        if (part.startsWith("[")) {
          return part(whole);
        }
      }
    }
    return VarCharType.STRING_TYPE;
  }

  private static LogicalType part(LogicalType whole) {
    if (whole instanceof ArrayType array) {
      return array.getElementType();
    }
    return whole instanceof MapType map ? map.getValueType() : whole;
  }
}
