package io.pelton.arrow;

import io.pelton.arrow.type.ArrowTypes;
import io.pelton.engine.tensor.DType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Finds the schema for {@link InputBinding#schema}. */
final class CollectedSchema {
  private CollectedSchema() {}

  static Schema of(List<ModelInput> inputs, List<? extends InputBinding> bindings) {
    Map<String, DType> columns = new LinkedHashMap<>();
    for (ModelInput input : inputs) {
      for (InputBinding binding : bindings) {
        if (binding.input().equals(input.name())) {
          binding.columns().forEach(column -> add(columns, column, input));
        }
      }
    }
    return new Schema(
        columns.entrySet().stream()
            .map(
                column -> Field.nullable(column.getKey(), type(column.getKey(), column.getValue())))
            .toList());
  }

  private static void add(Map<String, DType> columns, String column, ModelInput input) {
    DType before = columns.get(column);
    // 32-bit floats, which Arrow has for bfloat16, would round twice
    DType wanted = input.dtype() == DType.BF16 ? DType.F64 : input.dtype();
    if (before == null || before == wanted) {
      columns.put(column, wanted);
      return;
    }
    if (!before.isNumeric() || !wanted.isNumeric()) {
      throw new BindingMismatch(
          input.name(),
          column,
          "one kind of input for a column",
          before + " and " + wanted,
          "give the inputs columns of their own");
    }
    columns.put(column, before.isFloat() || wanted.isFloat() ? DType.F64 : DType.I64);
  }

  private static ArrowType type(String column, DType dtype) {
    return ArrowTypes.of(dtype)
        .orElseThrow(
            () ->
                new UnsupportedType(
                    column, dtype.toString(), "numbers of 8 to 64 bits, truth values, strings"));
  }
}
