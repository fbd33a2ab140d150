package io.pelton.arrow;

import io.pelton.arrow.type.NumberSink;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;

/** Holds bindings against the columns there are and the inputs a model has. */
final class BindingCheck {
  private final ColumnLookup columns;

  BindingCheck(Schema schema) {
    this.columns = new ColumnLookup(schema);
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
      binders[i] = binding instanceof MaskBinding ? null : check(inputs.get(i), binding);
    }
    if (!byInput.isEmpty()) {
      throw new BindingMismatch(
          byInput.keySet().iterator().next(),
          "",
          "one of the model's inputs " + inputs.stream().map(ModelInput::name).toList(),
          "a binding for another",
          "correct its name");
    }
    for (int i = 0; i < binders.length; i++) {
      binders[i] = binders[i] == null ? mask(inputs.get(i), binders) : binders[i];
    }
    return binders;
  }

  private static InputBinder mask(ModelInput input, InputBinder[] binders) {
    boolean suits =
        MaskInput.supports(input.dtype())
            && input.shape().isRanked()
            && input.shape().rank() == 2
            && !input.shape().extent(1).isFixed();
    for (int i = 0; suits && i < binders.length; i++) {
      if (binders[i] instanceof ListInput lists
          && lists.axis().equals(Optional.of(input.shape().extent(1).symbol()))) {
        return new MaskInput(input, lists);
      }
    }
    throw new BindingMismatch(
        input.name(),
        "",
        "numbers or truth values [N,L] beside lists at another input with the same L, as for a"
            + " mask",
        input.toString(),
        "bind it to a column");
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
    NullPolicy nulls = PolicyCheck.resolve(binding.nulls(), input.dtype());
    if (binding instanceof ColumnBinding single) {
      ColumnPath path = columns.path(input, single.column());
      Optional<ListType> lists = ListType.of(path.field(), input.dtype() == DType.U8);
      if (lists.isPresent()) {
        return lists(input, path, lists.get(), nulls);
      }
    }
    boolean flat = checkShape(input, binding);
    ColumnReader[] readers =
        binding.columns().stream()
            .map(column -> columns.reader(input, column))
            .toArray(ColumnReader[]::new);
    return values(input, readers, nulls, flat);
  }

  private InputBinder lists(ModelInput input, ColumnPath path, ListType type, NullPolicy nulls) {
    RowShape shape = RowShape.of(input, path.name(), type);
    ListReader lists = columns.lists(input, path, type, shape);
    InputBinder elements = values(input, new ColumnReader[] {lists.elements()}, nulls, true);
    return new ListInput(input, lists, nulls, shape, elements);
  }

  private static InputBinder values(
      ModelInput input, ColumnReader[] readers, NullPolicy nulls, boolean flat) {
    if (input.dtype() == DType.STRING) {
      PolicyCheck.text(input, nulls);
      return new TextInput(input, readers, nulls, flat);
    }
    NumberSink sink = NumberSink.of(input.dtype());
    PolicyCheck.numbers(input, nulls, sink);
    return new NumberInput(input, readers, nulls, flat, sink);
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
}
