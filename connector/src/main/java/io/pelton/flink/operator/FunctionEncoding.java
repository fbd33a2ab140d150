package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.flink.error.InvalidSetting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.annotation.Internal;

/** Encodes what functions say of records. */
@Internal
public final class FunctionEncoding<T> extends RecordEncoding<T> {
  private static final long serialVersionUID = 1L;

  private final LinkedHashMap<String, FunctionColumn<T>> functions;

  /**
   * @param functions by model input
   */
  public FunctionEncoding(Map<String, FunctionColumn<T>> functions) {
    this.functions = new LinkedHashMap<>(functions);
  }

  @Override
  Schema fields(List<ModelInput> inputs, List<InputBinding> bindings) {
    List<String> names = inputs.stream().map(ModelInput::name).toList();
    for (String input : functions.keySet()) {
      if (!names.contains(input)) {
        throw new InvalidSetting(
            "input", "one of the model's inputs " + names, "'" + input + "'", "name one of these");
      }
    }
    List<Field> fields = new ArrayList<>();
    for (ModelInput input : inputs) {
      if (bindings.contains(InputBinding.mask(input.name()))) {
        continue;
      }
      FunctionColumn<T> function = functions.get(input.name());
      if (function == null) {
        throw new InvalidSetting(
            "input",
            "a function for every input of the model",
            "none for " + input,
            "call input(\"" + input.name() + "\", record -> …)");
      }
      fields.add(function.field(input));
    }
    return new Schema(fields);
  }

  @Override
  RecordEncoder<T> open(ArrowAllocator allocator, Schema wanted, int maxRows) {
    List<CellWriter<T>> writers = new ArrayList<>();
    for (Field column : wanted.getFields()) {
      writers.add(functions.get(column.getName()).writer(column.getName()));
    }
    return new FieldEncoder<>(allocator, wanted, maxRows, writers) {
      /** What a function gives says nothing against the record. */
      @Override
      public boolean isMisfit(RowFailure failure) {
        return false;
      }
    };
  }
}
