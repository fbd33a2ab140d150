package io.pelton.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import io.pelton.onnx.op.OnnxNode;
import io.pelton.onnx.op.OperatorTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What of a model can't be imported, collected so that it is reported as a whole. Errors that are
 * found beside it come second: what is behind a refused node is known by declarations alone, which
 * may be wrong.
 */
final class Refusals {
  private final GraphProto main;
  private final String model;
  private final IdentityHashMap<NodeProto, UnsupportedNode> nodes = new IdentityHashMap<>();
  private final Set<UnsupportedPart> parts = new LinkedHashSet<>();
  private final Set<GraphProto> judged = Collections.newSetFromMap(new IdentityHashMap<>());
  private OnnxException error;
  private boolean keepsErrors;

  /**
   * @param main the model's main graph, whose nodes are told apart by identity
   * @param model for messages
   */
  Refusals(GraphProto main, String model) {
    this.main = main;
    this.model = model;
  }

  /** Refuses a node, by the first reason that is found. */
  void add(NodeProto node, long opset, String reason) {
    nodes.putIfAbsent(
        node,
        new UnsupportedNode(
            OnnxNode.name(node),
            node.getOpType(),
            OperatorTable.domain(node.getDomain()),
            opset,
            reason));
  }

  void add(UnsupportedFeature feature) {
    parts.add(new UnsupportedPart(feature.what(), feature.reason()));
  }

  boolean contains(NodeProto node) {
    return nodes.containsKey(node);
  }

  boolean isEmpty() {
    return nodes.isEmpty() && parts.isEmpty();
  }

  /** Marks a graph whose nodes are looked at; false when they have been before. */
  boolean judge(GraphProto graph) {
    return judged.add(graph);
  }

  /** Lets no error end the import. */
  void keepErrors() {
    keepsErrors = true;
  }

  /**
   * Notes an error.
   *
   * @throws OnnxException the error itself, where nothing has been refused before and errors are
   *     not kept
   */
  void note(OnnxException found) {
    if (isEmpty() && !keepsErrors) {
      throw found;
    }
    if (error == null) {
      error = found;
    }
  }

  /** The first error that was found beside the refusals. */
  Optional<OnnxException> error() {
    return Optional.ofNullable(error);
  }

  /**
   * @throws UnsupportedNodes with all refusals, where there are any but a single part
   * @throws UnsupportedFeature where that part is all
   */
  void throwIfAny() {
    if (isEmpty()) {
      return;
    }
    OnnxException refusal = nodes.isEmpty() && parts.size() == 1 ? feature() : all();
    error().ifPresent(refusal::addSuppressed);
    throw refusal;
  }

  private UnsupportedFeature feature() {
    UnsupportedPart part = parts.iterator().next();
    return new UnsupportedFeature(model, part.what(), part.reason());
  }

  private UnsupportedNodes all() {
    return new UnsupportedNodes(model, nodes(), parts());
  }

  /** In the file's order, those of a node's graphs after the node. */
  List<UnsupportedNode> nodes() {
    List<UnsupportedNode> sorted = new ArrayList<>();
    collect(main, sorted);
    return sorted;
  }

  List<UnsupportedPart> parts() {
    return List.copyOf(parts);
  }

  private void collect(GraphProto graph, List<UnsupportedNode> sorted) {
    for (NodeProto node : graph.getNodeList()) {
      if (contains(node)) {
        sorted.add(nodes.get(node));
      }
      for (AttributeProto attribute : node.getAttributeList()) {
        if (attribute.hasG()) {
          collect(attribute.getG(), sorted);
        }
        attribute.getGraphsList().forEach(inner -> collect(inner, sorted));
      }
    }
  }
}
