package io.pelton.flink.operator;

import io.pelton.arrow.BindingMismatch;
import io.pelton.arrow.InputBinding;
import io.pelton.arrow.ModelInput;
import io.pelton.arrow.NullPolicy;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Extent;
import io.pelton.flink.error.InvalidSetting;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.annotation.Internal;

/**
 * Which fields feed which model input, as the user said it: inputs that are not mentioned take the
 * field of their own name.
 *
 * @param fields by input
 * @param nulls by input
 * @param otherNulls for inputs without a policy of their own
 * @param masks inputs that are made from the lengths of lists, and take no field
 */
@Internal
public record InputRules(
    Map<String, List<String>> fields,
    Map<String, NullPolicy> nulls,
    NullPolicy otherNulls,
    Set<String> masks)
    implements Serializable {
  public InputRules {
    fields = new LinkedHashMap<>(fields);
    nulls = new LinkedHashMap<>(nulls);
    masks = Set.copyOf(masks);
  }

  /**
   * The model's inputs as the bridge knows them, in slot order.
   *
   * @param maxRows of a batch, which a model with a fixed batch axis has to take
   */
  public static List<ModelInput> modelInputs(List<Port> inputs, int maxRows) {
    List<ModelInput> modelInputs = new ArrayList<>();
    for (Port port : inputs) {
      if (!(port.type() instanceof TensorType type)) {
        throw new BindingMismatch(
            port.name(), "", "a tensor", port.type().toString(), "export the model without it");
      }
      if (type.shape().isRanked() && type.shape().rank() > 0) {
        checkRows(port, type.shape().extent(0), maxRows);
      }
      modelInputs.add(new ModelInput(port.name(), type.dtype(), type.shape()));
    }
    return modelInputs;
  }

  private static void checkRows(Port port, Extent rows, int maxRows) {
    if (rows.isFixed() && rows.max() != 1) {
      throw new InvalidSetting(
          "model",
          "inputs with a symbolic batch axis",
          "input '" + port + "'",
          "export the model with one");
    }
    if (rows.isFixed() && maxRows != 1) {
      throw new InvalidSetting(
          "maxRows",
          "1, which is all that input '" + port + "' takes",
          Integer.toString(maxRows),
          "choose 1, or export the model with a symbolic batch axis");
    }
  }

  /**
   * One binding an input.
   *
   * @throws InvalidSetting for a rule about an input that the model does not have
   */
  public List<InputBinding> bindings(List<Port> inputs) {
    List<String> names = inputs.stream().map(Port::name).toList();
    fields.keySet().forEach(input -> checkKnown("input", input, names));
    nulls.keySet().forEach(input -> checkKnown("nulls", input, names));
    masks.forEach(input -> checkKnown("mask", input, names));
    return names.stream().map(this::binding).toList();
  }

  private static void checkKnown(String setting, String input, List<String> names) {
    if (!names.contains(input)) {
      throw new InvalidSetting(
          setting, "one of the model's inputs " + names, "'" + input + "'", "name one of these");
    }
  }

  private InputBinding binding(String input) {
    if (masks.contains(input)) {
      return InputBinding.mask(input);
    }
    List<String> columns = fields.getOrDefault(input, List.of(input));
    InputBinding binding =
        columns.size() == 1
            ? InputBinding.column(input, columns.get(0))
            : InputBinding.columns(input, columns);
    return binding.withNulls(nulls.getOrDefault(input, otherNulls));
  }
}
