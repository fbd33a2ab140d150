package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.onnx.op.BodyImporter;
import io.pelton.onnx.proto.TensorDecoder;
import io.pelton.onnx.proto.ValueTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the engine's graph of one graph of a model: the main one, or one that a node owns. What
 * can't be imported is collected; then the graph is of no use beyond that.
 */
final class Importer implements BodyImporter {
  /** Whence the inputs of a graph have their types. */
  private interface InputTypes {
    /**
     * Empty where nothing but the declaration is known.
     *
     * @throws UnsupportedFeature for types that inputs can't have
     */
    Optional<ValueType> of(ValueInfoProto info, int index);
  }

  private final ModelSource source;
  private final String name;
  private final GraphProto proto;
  private final ValueTypes types;
  private final Scope scope;
  private final OpenValues open;
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();

  /**
   * @param name of the graph, for messages
   * @param outer null for the main graph
   */
  private Importer(ModelSource source, String name, GraphProto proto, Scope outer) {
    this.source = source;
    this.name = name;
    this.proto = proto;
    this.types = new ValueTypes(source.name(), warning -> {}); // the survey has reported it
    this.scope = new Scope(source.name(), outer, types);
    this.open = new OpenValues(proto, scope, types);
  }

  /**
   * The main graph.
   *
   * @param refusals to which everything is added that can't be imported
   * @throws UnsupportedNodes with all refusals
   * @throws UnsupportedFeature when it is the only one
   */
  static NamedGraph graph(
      ModelProto model,
      String name,
      TensorDecoder tensors,
      Overrides overrides,
      Refusals refusals) {
    Importer importer = main(model, name, tensors, refusals);
    try {
      importer.addAsDeclared(overrides);
    } catch (OnnxException e) {
      refusals.note(e);
    }
    refusals.throwIfAny();
    return importer.graph();
  }

  /**
   * Looks for what can't be imported.
   *
   * @param refusals to which that is added, and the first error that is found beside it
   */
  static void judge(ModelProto model, String name, TensorDecoder tensors, Refusals refusals) {
    refusals.keepErrors();
    try {
      main(model, name, tensors, refusals).addAsDeclared(Overrides.NONE);
    } catch (OnnxException e) {
      refusals.note(e);
    }
  }

  private static Importer main(
      ModelProto model, String name, TensorDecoder tensors, Refusals refusals) {
    ModelSource source = new ModelSource(name, OpsetImports.of(model, name), tensors, refusals);
    return new Importer(source, name, model.getGraph(), null);
  }

  @Override
  public Body body(String bodyName, GraphProto body, List<Feed> feeds) {
    Importer importer = new Importer(source, bodyName, body, scope);
    importer.add(
        Overrides.NONE, (info, index) -> Optional.of(importer.fed(info, feeds.get(index))));
    if (importer.isOpen()) {
      throw new UnjudgedBody(bodyName);
    }
    return new Body(importer.graph(), importer.scope.captures());
  }

  /** Looks for what can't be imported in a graph whose node is not. */
  private void judge(String bodyName, GraphProto body) {
    if (source.refusals().judge(body)) {
      new Importer(source, bodyName, body, scope)
          .add(Overrides.NONE, (info, index) -> Optional.empty());
    }
  }

  @Override
  public int depth() {
    return scope.depth();
  }

  private void addAsDeclared(Overrides overrides) {
    add(overrides, (info, index) -> Optional.of(declared(info)));
  }

  private void add(Overrides overrides, InputTypes given) {
    source.refusals().judge(proto);
    new Initializers(source, scope, open, overrides, this::malformed).addAll(proto);
    addInputs(given);
    NodeImporter nodes = new NodeImporter(source, scope, open, this, this::judge);
    for (NodeProto node : new NodeOrder(proto, scope, this::malformed).sorted()) {
      nodes.add(node);
    }
  }

  private void addInputs(InputTypes given) {
    for (ValueInfoProto info : proto.getInputList()) {
      String value = info.getName();
      check(!value.isEmpty(), "has an input without a name.");
      check(!inputs.containsKey(value), "has two inputs called '" + value + "'.");
      if (scope.defines(value)) {
        continue; // an initializer gives it its value
      }
      addInput(info, given);
    }
  }

  private void addInput(ValueInfoProto info, InputTypes given) {
    String value = info.getName();
    try {
      Optional<ValueType> type = given.of(info, inputs.size());
      if (type.isPresent()) {
        ValueId input = scope.graph().input(value, type.get());
        inputs.put(value, input);
        scope.define(value, input);
        return;
      }
      open.define(value, Optional.of(info));
    } catch (UnsupportedFeature e) {
      source.refusals().add(e);
      open.define(value, Optional.empty());
    }
    inputs.put(value, ValueId.ABSENT);
  }

  private ValueType declared(ValueInfoProto info) {
    ValueType type = types.of(info);
    if (type instanceof TensorType) {
      return type;
    }
    throw new UnsupportedFeature(
        source.name(),
        "input '" + info.getName() + "'",
        "inputs of type " + type + " are not supported");
  }

  private ValueType fed(ValueInfoProto info, Feed feed) {
    return types.of(info, feed.type(), feed.keepsLengths());
  }

  /** True when something of the graph was not imported. */
  private boolean isOpen() {
    return open.areUsed()
        || proto.getOutputList().stream().anyMatch(info -> scope.isUnknown(info.getName()));
  }

  private NamedGraph graph() {
    Map<String, ValueId> outputs = outputs();
    inputs.putAll(scope.capturedInputs());
    return new NamedGraph(name, scope.graph(), inputs, outputs);
  }

  private Map<String, ValueId> outputs() {
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    for (ValueInfoProto info : proto.getOutputList()) {
      ValueId value = scope.find(info.getName());
      check(
          value != null,
          "has an output '"
              + info.getName()
              + "' that no node writes and that is no input or initializer.");
      String output = info.getName();
      while (scope.depth() > 0 && outputs.containsKey(output)) {
        output += "'"; // ends of bodies are told by position, and may be one value
      }
      check(outputs.put(output, value) == null, "has two outputs called '" + output + "'.");
    }
    check(!outputs.isEmpty(), "has no outputs.");
    return outputs;
  }

  private void check(boolean condition, String reason) {
    if (!condition) {
      throw malformed(reason);
    }
  }

  private MalformedModel malformed(String reason) {
    return new MalformedModel(
        source.name(), scope.depth() == 0 ? reason : "has a graph '" + name + "' that " + reason);
  }
}
