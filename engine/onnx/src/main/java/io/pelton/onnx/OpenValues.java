package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.onnx.proto.ValueTypes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Stands in for values that can't be imported, so that what reads them can still be judged: by the
 * types that the file declares, where it does.
 */
final class OpenValues {
  private final Scope scope;
  private final ValueTypes types;
  private final Map<String, ValueInfoProto> declared = new HashMap<>();

  private boolean areUsed;

  OpenValues(GraphProto graph, Scope scope, ValueTypes types) {
    this.scope = scope;
    this.types = types;
    graph.getOutputList().forEach(info -> declared.put(info.getName(), info));
    graph.getValueInfoList().forEach(info -> declared.put(info.getName(), info));
  }

  /** Gives a meaning to every output of a node that is not imported. */
  void define(NodeProto node) {
    areUsed = true;
    for (String output : node.getOutputList()) {
      if (!output.isEmpty()) {
        define(output, Optional.ofNullable(declared.get(output)));
      }
    }
  }

  /** Gives a meaning to a value by its declaration. */
  void define(String value, Optional<ValueInfoProto> declaration) {
    areUsed = true;
    declaration
        .flatMap(this::type)
        .ifPresentOrElse(
            type -> scope.define(value, scope.graph().input(value, type)),
            () -> scope.defineUnknown(value));
  }

  /** True when something was defined here rather than imported. */
  boolean areUsed() {
    return areUsed;
  }

  /** Types without a shape are none: what reads them would be refused for that. */
  private Optional<ValueType> type(ValueInfoProto info) {
    try {
      ValueType type = types.of(info);
      return type instanceof TensorType tensor && !tensor.shape().isRanked()
          ? Optional.empty()
          : Optional.of(type);
    } catch (UnsupportedFeature e) {
      return Optional.empty(); // the declaration need not hold
    }
  }
}
