package io.pelton.arrow;

import io.pelton.arrow.type.ColumnType;
import io.pelton.arrow.type.NumberSink;
import io.pelton.arrow.type.NumberType;
import io.pelton.arrow.type.TextType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Holds bindings against the columns there are and the inputs a model has. */
final class BindingCheck {
  private final List<Field> fields;

  BindingCheck(Schema schema) {
    this.fields = schema.getFields();
  }

  InputBinder[] check(List<ModelInput> inputs, List<InputBinding> bindings) {
    Map<String, InputBinding> byInput = new HashMap<>();
    for (InputBinding binding : bindings) {
      if (byInput.put(binding.input(), binding) != null) {
        throw new BindingMismatch(
            binding.input(), "", "one binding", "two", "bind each input once");
      }
    }
    InputBinder[] binders = new InputBinder[inputs.size()];
    for (int i = 0; i < binders.length; i++) {
      InputBinding binding = byInput.remove(inputs.get(i).name());
      if (binding == null) {
        throw new BindingMismatch(
            inputs.get(i).name(), "", "a binding", "none", "bind every input of the model");
      }
      binders[i] = check(inputs.get(i), binding);
    }
    if (!byInput.isEmpty()) {
      throw new BindingMismatch(
          byInput.keySet().iterator().next(),
          "",
          "one of the model's inputs " + inputs.stream().map(ModelInput::name).toList(),
          "a binding for another",
          "correct its name");
    }
    return binders;
  }

  private InputBinder check(ModelInput input, InputBinding binding) {
    if (input.dtype() != DType.STRING && !NumberSink.supports(input.dtype())) {
      throw new BindingMismatch(
          input.name(),
          "",
          "an input of numbers, truth values or strings",
          input.dtype().toString(),
          "convert inside the model");
    }
    boolean flat = checkShape(input, binding);
    NullPolicy nulls = resolve(binding.nulls(), input.dtype());
    ColumnReader[] columns =
        binding.columns().stream()
            .map(column -> reader(input, column))
            .toArray(ColumnReader[]::new);
    if (input.dtype() == DType.STRING) {
      checkTextPolicy(input, nulls);
      return new TextInput(input, columns, nulls, flat);
    }
    NumberSink sink = NumberSink.of(input.dtype());
    checkNumberPolicy(input, nulls, sink);
    return new NumberInput(input, columns, nulls, flat, sink);
  }

  private static NullPolicy resolve(NullPolicy policy, DType dtype) {
    if (!(policy instanceof NullPolicy.Standard)) {
      return policy;
    }
    return dtype.isFloat() ? NullPolicy.nan() : NullPolicy.fail();
  }

  /** Whether the tensor is [N] rather than [N,F]. */
  private static boolean checkShape(ModelInput input, InputBinding binding) {
    boolean single = binding instanceof ColumnBinding;
    if (!input.shape().isRanked()) {
      return single;
    }
    int width = binding.columns().size();
    String expected = single ? "shape [N] or [N,1]" : "shape [N," + width + "]";
    int rank = input.shape().rank();
    if (rank == 1 && single) {
      return true;
    }
    Extent second = rank == 2 ? input.shape().extent(1) : null;
    if (second == null || second.min() > width || second.max() < width) {
      throw new BindingMismatch(
          input.name(),
          "",
          expected + " for " + binding.columns(),
          "shape " + input.shape(),
          "bind as many columns as the input has on its second axis");
    }
    return false;
  }

  private ColumnReader reader(ModelInput input, String column) {
    int[] positions =
        IntStream.range(0, fields.size())
            .filter(i -> fields.get(i).getName().equals(column))
            .toArray();
    if (positions.length == 0) {
      throw new UnknownColumn(
          column, "input '" + input.name() + "'", fields.stream().map(Field::getName).toList());
    }
    Field field = fields.get(positions[0]);
    if (positions.length > 1) {
      throw new BindingMismatch(
          input.name(),
          column,
          "one column of this name",
          positions.length + " of them",
          "rename the others");
    }
    ColumnType type =
        ColumnType.of(field.getType())
            .orElseThrow(
                () ->
                    new UnsupportedType(column, field.getType().toString(), ColumnType.SUPPORTED));
    checkType(input, column, field, type);
    return new ColumnReader(field, positions[0], type);
  }

  private static void checkType(ModelInput input, String column, Field field, ColumnType type) {
    boolean suits;
    if (input.dtype() == DType.STRING) {
      suits = type instanceof TextType;
    } else if (input.dtype() == DType.BOOL) {
      suits = type.dtype() == DType.BOOL;
    } else {
      suits = type instanceof NumberType number && (!number.isReal() || input.dtype().isFloat());
    }
    if (!suits) {
      throw new BindingMismatch(
          input.name(),
          column,
          expected(input.dtype()),
          "a column of type " + field.getType(),
          "cast the column where the batch is made, or bind another");
    }
  }

  private static String expected(DType dtype) {
    if (dtype == DType.STRING) {
      return "a column of strings";
    }
    if (dtype == DType.BOOL) {
      return "a column of truth values";
    }
    return (dtype.isFloat() ? "a column of numbers" : "a column of integers") + " for " + dtype;
  }

  private static void checkTextPolicy(ModelInput input, NullPolicy nulls) {
    if (nulls instanceof NullPolicy.Nan
        || nulls instanceof NullPolicy.DefaultReal
        || nulls instanceof NullPolicy.DefaultInteger) {
      throw wrongPolicy(input, nulls, "fail, drop or a default string");
    }
  }

  private static void checkNumberPolicy(ModelInput input, NullPolicy nulls, NumberSink sink) {
    if (nulls instanceof NullPolicy.DefaultText || !NullFill.of(nulls).fits(sink)) {
      String allowed = input.dtype().isFloat() ? "fail, drop, nan or" : "fail, drop or";
      throw wrongPolicy(input, nulls, allowed + " a default that " + input.dtype() + " holds");
    }
  }

  private static BindingMismatch wrongPolicy(ModelInput input, NullPolicy nulls, String allowed) {
    return new BindingMismatch(
        input.name(),
        "",
        "a null policy for " + input.dtype() + " (" + allowed + ")",
        nulls.toString(),
        "choose one of these");
  }
}
