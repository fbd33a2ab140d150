package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.ValueTypes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What callers make of initializers that are inputs at the same time, which gives them a default
 * that may be overridden. Before IR version 4 every initializer had to be an input and none could
 * be overridden.
 */
record Overrides(Map<String, Tensor> values, Set<String> opened) {
  private static final long FIRST_IR_VERSION = 4;

  static final Overrides NONE = new Overrides(Map.of(), Set.of());

  /**
   * @throws InvalidOverride when the options ask for what the model does not allow
   */
  static Overrides of(ModelProto model, String source, ImportOptions options) {
    Set<String> asked = new HashSet<>(options.overrides().keySet());
    asked.addAll(options.opened());
    for (String name : asked) {
      check(model, source, name);
    }
    options.overrides().forEach((name, value) -> check(model, source, name, value, options));
    return new Overrides(options.overrides(), options.opened());
  }

  /** The inputs that have an initializer and may be overridden, in the file's order. */
  static List<ValueInfoProto> overridable(ModelProto model) {
    if (model.getIrVersion() < FIRST_IR_VERSION) {
      return List.of();
    }
    Set<String> initialized = initialized(model.getGraph());
    return model.getGraph().getInputList().stream()
        .filter(input -> initialized.contains(input.getName()))
        .toList();
  }

  /** The names of a graph's initializers, sparse ones included. */
  static Set<String> initialized(GraphProto graph) {
    Set<String> names = new HashSet<>();
    graph.getInitializerList().stream().map(TensorProto::getName).forEach(names::add);
    graph.getSparseInitializerList().stream()
        .map(tensor -> tensor.getValues().getName())
        .forEach(names::add);
    return names;
  }

  private static void check(ModelProto model, String source, String name) {
    List<String> known = overridable(model).stream().map(ValueInfoProto::getName).toList();
    if (known.contains(name)) {
      return;
    }
    String reason;
    if (!initialized(model.getGraph()).contains(name)) {
      reason = "there is no such initializer; those that may be overridden: " + known;
    } else if (model.getIrVersion() < FIRST_IR_VERSION) {
      reason =
          "IR version "
              + model.getIrVersion()
              + " has no overridable initializers; convert the model to version 4 or later";
    } else {
      reason = "it is a constant, as it is none of the inputs; may be overridden: " + known;
    }
    throw new InvalidOverride(source, name, reason);
  }

  private static void check(
      ModelProto model, String source, String name, Tensor value, ImportOptions options) {
    if (options.opened().contains(name)) {
      throw new InvalidOverride(source, name, "it is given a value and opened; choose one");
    }
    if (value.storage() instanceof DeviceStorage || !value.layout().isContiguous()) {
      throw new InvalidOverride(
          source, name, "the value should be contiguous and on the host but is " + value);
    }
    ValueInfoProto input =
        overridable(model).stream()
            .filter(info -> info.getName().equals(name))
            .findFirst()
            .orElseThrow();
    ValueType declared = new ValueTypes(source, warning -> {}).of(input);
    if (!(declared instanceof TensorType type) || !fits(value, type)) {
      throw new InvalidOverride(
          source,
          name,
          "the input is declared as "
              + declared
              + " but the value is "
              + value.dtype()
              + Arrays.toString(value.dims()));
    }
  }

  private static boolean fits(Tensor value, TensorType type) {
    if (value.dtype() != type.dtype()) {
      return false;
    }
    if (!type.shape().isRanked()) {
      return true;
    }
    long[] dims = value.dims();
    if (dims.length != type.shape().rank()) {
      return false;
    }
    for (int axis = 0; axis < dims.length; axis++) {
      Extent extent = type.shape().extent(axis);
      if (extent.isFixed() && extent.max() != dims[axis]) {
        return false;
      }
    }
    return true;
  }

  Optional<Tensor> value(String initializer) {
    return Optional.ofNullable(values.get(initializer));
  }

  boolean opens(String initializer) {
    return opened.contains(initializer);
  }
}
