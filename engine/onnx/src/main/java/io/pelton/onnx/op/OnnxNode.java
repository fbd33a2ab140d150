package io.pelton.onnx.op;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.SparseTensorProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.UnsupportedNodes;
import io.pelton.onnx.proto.TensorDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A node that is being imported: its operands and attributes, and the graph that it goes to. */
public final class OnnxNode {
  private final Graph graph;
  private final String model;
  private final String name;
  private final String op;
  private final String domain;
  private final long opset;
  private final List<ValueId> operands;
  private final List<String> outputs;
  private final Attributes attributes;
  private final BodyImporter bodies;

  /**
   * @param model for messages
   * @param operands values of the graph, in the node's order; absent ones at the end don't matter
   * @param bodies imports the node's own graphs
   */
  public OnnxNode(
      Graph graph,
      String model,
      NodeProto proto,
      long opset,
      List<ValueId> operands,
      TensorDecoder tensors,
      BodyImporter bodies) {
    this.graph = graph;
    this.model = model;
    this.name = name(proto);
    this.op = proto.getOpType();
    this.domain = OperatorTable.domain(proto.getDomain());
    this.opset = opset;
    this.operands = withoutTrailingAbsent(operands);
    this.outputs = List.copyOf(proto.getOutputList());
    this.attributes = new Attributes(this, proto.getAttributeList(), tensors);
    this.bodies = bodies;
  }

  /** The node's name, or {@code Op_output} where it has none. */
  public static String name(NodeProto proto) {
    if (!proto.getName().isEmpty()) {
      return proto.getName();
    }
    String output =
        proto.getOutputList().stream().filter(value -> !value.isEmpty()).findFirst().orElse("");
    return proto.getOpType() + "_" + output;
  }

  private static List<ValueId> withoutTrailingAbsent(List<ValueId> operands) {
    int count = operands.size();
    while (count > 0 && operands.get(count - 1).isAbsent()) {
      count--;
    }
    return List.copyOf(operands.subList(0, count));
  }

  public String name() {
    return name;
  }

  String op() {
    return op;
  }

  String domain() {
    return domain;
  }

  long opset() {
    return opset;
  }

  Attributes attributes() {
    return attributes;
  }

  int count() {
    return operands.size();
  }

  boolean has(int operand) {
    return operand < operands.size() && !operands.get(operand).isAbsent();
  }

  ValueId operand(int operand) {
    if (!has(operand)) {
      throw invalid("input " + operand + " is missing");
    }
    return operands.get(operand);
  }

  DType dtype(int operand) {
    return tensor(operand).dtype();
  }

  Shape shape(int operand) {
    return tensor(operand).shape();
  }

  /** The type of an operand, which has to be a tensor. */
  TensorType tensor(int operand) {
    ValueType type = graph.type(operand(operand));
    if (type instanceof TensorType tensor) {
      return tensor;
    }
    throw invalid("input " + operand + " should be a tensor but is " + type);
  }

  /** The number of axes of an operand, where the translation depends on it. */
  int rank(int operand) {
    Shape shape = shape(operand);
    support(shape.isRanked(), "needs input " + operand + " with a known number of axes");
    return shape.rank();
  }

  /** The type of a value that is known to be a tensor, such as a step of the translation. */
  TensorType tensor(ValueId value) {
    return (TensorType) graph.type(value);
  }

  /** The tensor of an operand that is a constant. */
  Optional<Tensor> constant(int operand) {
    return graph.constant(operand(operand));
  }

  /** The elements of a small integer operand, where they follow from shapes and constants. */
  Optional<List<DynScalar>> integers(int operand) {
    return graph.integers(operand(operand));
  }

  /** The elements of a small integer step, where they follow from shapes and constants. */
  Optional<List<DynScalar>> integers(ValueId value) {
    return graph.integers(value);
  }

  /** True when {@link #fixedIntegers} are known. */
  boolean hasFixedIntegers(int operand) {
    return integers(operand)
        .filter(values -> values.stream().allMatch(DynScalar::isConstant))
        .isPresent();
  }

  /** Like {@link #integers}, where every element has to be a fixed number. */
  long[] fixedIntegers(int operand, String what) {
    return integers(operand)
        .filter(values -> values.stream().allMatch(DynScalar::isConstant))
        .map(values -> values.stream().mapToLong(DynScalar::constant).toArray())
        .orElseThrow(() -> unsupported(what + " should be known when the model is imported"));
  }

  /** Outputs, unused optional ones between used ones included. */
  int outputs() {
    return outputs.size();
  }

  boolean wants(int output) {
    return output < outputs.size() && !outputs.get(output).isEmpty();
  }

  /** Tells the node's random numbers from those of others, by the name of its first output. */
  RandomKey randomKey() {
    return RandomKey.of(
        outputs.stream().filter(output -> !output.isEmpty()).findFirst().orElse(name));
  }

  /** Refuses outputs beyond the first ones. */
  void supportOutputs(int count) {
    for (int output = count; output < outputs.size(); output++) {
      support(!wants(output), "output " + output + " is not supported");
    }
  }

  boolean isTensor(int operand) {
    return graph.type(operand(operand)) instanceof TensorType;
  }

  /** Checks the number of operands. */
  void expect(int least, int most) {
    if (count() < least || count() > most) {
      String expected = least == most ? String.valueOf(least) : least + " to " + most;
      throw invalid("it should have " + expected + " inputs but has " + count());
    }
    for (int operand = 0; operand < least; operand++) {
      operand(operand);
    }
  }

  void expect(int count) {
    expect(count, count);
  }

  /** A symbol for what an engine node counts. */
  SymbolId freshSymbol() {
    return graph.freshSymbol();
  }

  /** Adds an engine node on all of the node's operands. */
  List<ValueId> apply(Op engineOp) {
    return add(engineOp, operands);
  }

  /** Adds an engine node on the given operands. */
  List<ValueId> apply(Op engineOp, ValueId... given) {
    return add(engineOp, Arrays.asList(given));
  }

  /** Adds an engine node on the given operands. */
  List<ValueId> apply(Op engineOp, List<ValueId> given) {
    return add(engineOp, given);
  }

  private List<ValueId> add(Op engineOp, List<ValueId> given) {
    NodeId node = graph.add(name, engineOp, given);
    return IntStream.range(0, graph.types(node).size())
        .mapToObj(slot -> new ValueId(node, slot))
        .toList();
  }

  /** All of the node's operands, then others. */
  List<ValueId> operandsAnd(List<ValueId> others) {
    List<ValueId> all = new ArrayList<>(operands);
    all.addAll(others);
    return all;
  }

  /**
   * Imports the graph that an attribute holds. What it captures is to be operands of the node.
   *
   * @param feeds what the node gives to the graph's inputs
   */
  BodyImporter.Body body(String attribute, List<BodyImporter.Feed> feeds) {
    GraphProto graph = attributes.required(attribute, attributes.graph(attribute));
    Set<String> initialized =
        Stream.concat(
                graph.getInitializerList().stream(),
                graph.getSparseInitializerList().stream().map(SparseTensorProto::getValues))
            .map(TensorProto::getName)
            .collect(Collectors.toSet());
    long inputs =
        graph.getInputList().stream()
            .filter(input -> !initialized.contains(input.getName()))
            .count();
    check(
        inputs == feeds.size(),
        "its " + attribute + " should have " + feeds.size() + " inputs but has " + inputs);
    return bodies.body(name + "." + attribute, graph, feeds);
  }

  /** How many graphs are around the node's. */
  int depth() {
    return bodies.depth();
  }

  /** Adds a constant, such as an attribute that the engine takes as an operand. */
  ValueId constant(String what, Tensor tensor) {
    return graph.constant(name + "." + what, tensor);
  }

  /** Adds integers as a one-dimensional constant. */
  ValueId constant(String what, long... integers) {
    return constant(what, Tensor.of(integers, integers.length));
  }

  InvalidNode invalid(String reason) {
    return invalid(reason, null);
  }

  InvalidNode invalid(String reason, Throwable cause) {
    return new InvalidNode(name, op, domain, opset, reason, cause);
  }

  void check(boolean condition, String reason) {
    if (!condition) {
      throw invalid(reason);
    }
  }

  /** The error for what the operator allows but the engine can't do. */
  UnsupportedNodes unsupported(String reason) {
    return UnsupportedNodes.of(model, name, op, domain, opset, reason);
  }

  void support(boolean condition, String reason) {
    if (!condition) {
      throw unsupported(reason);
    }
  }
}
