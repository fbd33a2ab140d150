package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.proto.SparseDecoder;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Turns the initializers of one graph into constants, but for those that callers open. */
final class Initializers {
  private final ModelSource source;
  private final Scope scope;
  private final OpenValues open;
  private final Overrides overrides;
  private final Function<String, MalformedModel> malformed;
  private final Set<String> seen = new HashSet<>();

  /**
   * @param malformed makes the error for what is wrong with the graph
   */
  Initializers(
      ModelSource source,
      Scope scope,
      OpenValues open,
      Overrides overrides,
      Function<String, MalformedModel> malformed) {
    this.source = source;
    this.scope = scope;
    this.open = open;
    this.overrides = overrides;
    this.malformed = malformed;
  }

  void addAll(GraphProto graph) {
    for (TensorProto tensor : graph.getInitializerList()) {
      String name = tensor.getName();
      add(name, () -> source.tensors().decode(tensor, name), Optional.of(declaration(tensor)));
    }
    SparseDecoder sparse = new SparseDecoder(source.tensors());
    for (SparseTensorProto tensor : graph.getSparseInitializerList()) {
      String name = tensor.getValues().getName();
      add(name, () -> sparse.decode(tensor, name), Optional.empty());
    }
  }

  private void add(String name, Supplier<Tensor> stored, Optional<ValueInfoProto> declaration) {
    if (name.isEmpty()) {
      throw malformed.apply("has an initializer without a name.");
    }
    if (!seen.add(name)) {
      throw malformed.apply("has two initializers called '" + name + "'.");
    }
    if (overrides.opens(name)) {
      return;
    }
    try {
      Tensor tensor = overrides.value(name).orElseGet(stored);
      scope.define(name, scope.graph().constant(name, tensor));
    } catch (UnsupportedFeature e) {
      source.refusals().add(e);
      open.define(name, declaration);
    } catch (ExternalDataError e) {
      source.refusals().note(e);
      open.define(name, declaration);
    }
  }

  /** What is known of an initializer whose data are not there. */
  private static ValueInfoProto declaration(TensorProto tensor) {
    TypeProto.Tensor.Builder type = TypeProto.Tensor.newBuilder().setElemType(tensor.getDataType());
    tensor.getDimsList().forEach(dim -> type.getShapeBuilder().addDimBuilder().setDimValue(dim));
    return ValueInfoProto.newBuilder()
        .setName(tensor.getName())
        .setType(TypeProto.newBuilder().setTensorType(type))
        .build();
  }
}
