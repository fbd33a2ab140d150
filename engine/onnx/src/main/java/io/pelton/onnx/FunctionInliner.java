package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import io.pelton.onnx.op.OperatorTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Puts the nodes of a model's own functions in the place of the nodes that call them, as the
 * format's description (FunctionProto in onnx.proto) has it: inputs and outputs are matched by
 * position, attributes by name.
 */
final class FunctionInliner {
  /** Nodes of a model beyond which it is taken for an attack. */
  private static final int MAX_NODES = 100_000;

  private record Name(String domain, String op, String overload) {
    static Name of(NodeProto node) {
      return new Name(OperatorTable.domain(node.getDomain()), node.getOpType(), node.getOverload());
    }

    static Name of(FunctionProto function) {
      return new Name(
          OperatorTable.domain(function.getDomain()), function.getName(), function.getOverload());
    }

    @Override
    public String toString() {
      return domain + "::" + op + (overload.isEmpty() ? "" : ":" + overload);
    }
  }

  private final ModelProto model;
  private final String source;
  private final Map<Name, FunctionProto> functions = new HashMap<>();
  private final Map<String, Long> opsets = new HashMap<>();
  private final NavigableSet<String> taken = new TreeSet<>();
  private final Set<String> given = new HashSet<>();

  /** How often a name was the start of a prefix. */
  private final Map<String, Integer> prefixes = new HashMap<>();

  private final Deque<Name> calls = new ArrayDeque<>();
  private final IdentityHashMap<NodeProto, String> refused = new IdentityHashMap<>();
  private final ModelProto.Builder result;
  private int nodes;

  private FunctionInliner(ModelProto model, String source) {
    this.model = model;
    this.source = source;
    this.result = model.toBuilder().clearFunctions();
    for (OperatorSetIdProto opset : model.getOpsetImportList()) {
      opsets.put(OperatorTable.domain(opset.getDomain()), opset.getVersion());
    }
  }

  /**
   * A model without functions.
   *
   * @param refused calls that are left as they are and can't be imported, with the reason; nodes of
   *     the model, told apart by identity
   */
  record Inlined(ModelProto model, Map<NodeProto, String> refused) {}

  /**
   * @throws MalformedModel when a function calls itself or is there twice
   * @throws UnsupportedFeature when there are too many calls
   */
  static Inlined inline(ModelProto model, String source) {
    return model.getFunctionsCount() == 0
        ? new Inlined(model, Map.of())
        : new FunctionInliner(model, source).inline();
  }

  private Inlined inline() {
    for (FunctionProto function : model.getFunctionsList()) {
      Name name = Name.of(function);
      if (functions.put(name, function) != null) {
        throw new MalformedModel(source, "has two functions called '" + name + "'.");
      }
    }
    note(model.getGraph(), Substitution.NONE);
    result.setGraph(expanded(model.getGraph(), Substitution.NONE));
    return new Inlined(result.build(), refused);
  }

  /** A graph whose nodes call no functions any more. */
  private GraphProto expanded(GraphProto graph, Substitution outer) {
    Substitution names = outer.within(graph);
    GraphProto.Builder builder = names.renamed(graph).toBuilder().clearNode();
    graph.getNodeList().forEach(node -> expand(node, names, builder));
    return builder.build();
  }

  private void expand(NodeProto node, Substitution names, GraphProto.Builder target) {
    if (++nodes > MAX_NODES) {
      throw new UnsupportedFeature(
          source, "functions", "their calls make more than " + MAX_NODES + " nodes");
    }
    NodeProto.Builder builder = node.toBuilder().clearInput().clearOutput().clearAttribute();
    node.getInputList().forEach(input -> builder.addInput(names.value(input)));
    node.getOutputList().forEach(output -> builder.addOutput(names.value(output)));
    for (AttributeProto attribute : node.getAttributeList()) {
      boolean isGiven = !attribute.getRefAttrName().isEmpty();
      names
          .attribute(attribute)
          .map(found -> isGiven ? found : expanded(found, names)) // the caller's is expanded
          .ifPresent(builder::addAttribute);
    }
    FunctionProto function = functions.get(Name.of(node));
    NodeProto named = builder.setName(names.node(node.getName())).build();
    if (function == null) {
      target.addNode(named);
      return;
    }
    Optional<String> reason = otherOpset(function);
    if (reason.isEmpty()) {
      call(function, named, target);
    } else {
      refused.put(named, reason.get());
      target.addNode(named);
    }
  }

  private AttributeProto expanded(AttributeProto attribute, Substitution names) {
    if (!attribute.hasG() && attribute.getGraphsCount() == 0) {
      return attribute;
    }
    AttributeProto.Builder builder = attribute.toBuilder().clearGraphs();
    if (attribute.hasG()) {
      builder.setG(expanded(attribute.getG(), names));
    }
    attribute.getGraphsList().forEach(graph -> builder.addGraphs(expanded(graph, names)));
    return builder.build();
  }

  /**
   * @param node whose names are those of the graph around already
   */
  private void call(FunctionProto function, NodeProto node, GraphProto.Builder target) {
    Name name = Name.of(function);
    if (calls.contains(name)) {
      throw new MalformedModel(source, "has a function '" + name + "' that calls itself.");
    }
    if (node.getInputCount() > function.getInputCount()
        || node.getOutputCount() > function.getOutputCount()) {
      throw new MalformedModel(
          source,
          "calls function '"
              + name
              + "' with more inputs or outputs than it has, at '"
              + node.getName()
              + "'.");
    }
    calls.push(name);
    Substitution names = Substitution.of(function, node, prefix(node.getName(), function));
    note(function.getNodeList(), names);
    List<NodeProto> passed = new ArrayList<>();
    for (int slot = 0; slot < node.getOutputCount(); slot++) {
      String output = function.getOutput(slot);
      if (function.getInputList().contains(output) && !node.getOutput(slot).isEmpty()) {
        passed.add(identity(names.value(output), node.getOutput(slot)));
      }
    }
    function.getNodeList().forEach(inner -> expand(inner, names, target));
    target.addAllNode(passed);
    calls.pop();
  }

  private static NodeProto identity(String from, String to) {
    return NodeProto.newBuilder().setOpType("Identity").addInput(from).addOutput(to).build();
  }

  private String prefix(String nodeName, FunctionProto function) {
    String base = nodeName.isEmpty() ? function.getName() : nodeName;
    int count = prefixes.merge(base, 1, Integer::sum);
    String prefix = count == 1 ? base + "/" : base + "_" + count + "/";
    return isTaken(prefix) ? prefix(nodeName, function) : prefix;
  }

  /** Also by another prefix, such as that of the first call of {@code f_2}. */
  private boolean isTaken(String prefix) {
    if (!given.add(prefix)) {
      return true;
    }
    String next = taken.ceiling(prefix);
    return next != null && next.startsWith(prefix);
  }

  /** Notes what a graph and the graphs inside call their values. */
  private void note(GraphProto graph, Substitution names) {
    graph.getInputList().forEach(input -> taken.add(names.value(input.getName())));
    Overrides.initialized(graph).forEach(tensor -> taken.add(names.value(tensor)));
    note(graph.getNodeList(), names);
  }

  private void note(List<NodeProto> graphNodes, Substitution names) {
    for (NodeProto node : graphNodes) {
      node.getOutputList().forEach(output -> taken.add(names.value(output)));
      bodies(node).forEach(body -> note(body, names.within(body)));
    }
  }

  private static Stream<GraphProto> bodies(NodeProto node) {
    return node.getAttributeList().stream()
        .flatMap(
            attribute ->
                Stream.concat(
                    attribute.hasG() ? Stream.of(attribute.getG()) : Stream.empty(),
                    attribute.getGraphsList().stream()));
  }

  /** Nodes mean what the model's versions say, so that functions must ask for the same. */
  private Optional<String> otherOpset(FunctionProto function) {
    for (OperatorSetIdProto opset : function.getOpsetImportList()) {
      String domain = OperatorTable.domain(opset.getDomain());
      Long known = opsets.putIfAbsent(domain, opset.getVersion());
      if (known == null) {
        result.addOpsetImport(opset);
      } else if (known != opset.getVersion() && usesOperators(function.getNodeList(), domain)) {
        return Optional.of(
            "its function imports opset "
                + opset.getVersion()
                + " of "
                + domain
                + " but the model imports "
                + known
                + "; convert the model to one opset");
      }
    }
    return Optional.empty();
  }

  private boolean usesOperators(List<NodeProto> graphNodes, String domain) {
    return graphNodes.stream()
        .anyMatch(
            node ->
                isOperator(node, domain)
                    || bodies(node).anyMatch(body -> usesOperators(body.getNodeList(), domain)));
  }

  private boolean isOperator(NodeProto node, String domain) {
    return !functions.containsKey(Name.of(node))
        && OperatorTable.domain(node.getDomain()).equals(domain);
  }
}
