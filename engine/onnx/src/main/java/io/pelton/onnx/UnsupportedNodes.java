package io.pelton.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A model has nodes that can't be imported; all of them are listed. */
public final class UnsupportedNodes extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final List<UnsupportedNode> nodes;

  public UnsupportedNodes(String model, List<UnsupportedNode> nodes) {
    super(message(model, nodes));
    this.model = model;
    this.nodes = List.copyOf(nodes);
  }

  /** The refusal of one node; its parameters are those of {@link UnsupportedNode}. */
  public static UnsupportedNodes of(
      String model, String node, String op, String domain, long opset, String reason) {
    return new UnsupportedNodes(
        model, List.of(new UnsupportedNode(node, op, domain, opset, reason)));
  }

  public String model() {
    return model;
  }

  /** Every such node, those of inner graphs included. */
  public List<UnsupportedNode> nodes() {
    return nodes;
  }

  private static String message(String model, List<UnsupportedNode> nodes) {
    Map<String, List<String>> namesByFact = new LinkedHashMap<>();
    for (UnsupportedNode node : nodes) {
      String fact = node.domain() + " " + node.op() + ", opset " + node.opset();
      namesByFact
          .computeIfAbsent(fact + ": " + node.reason(), key -> new ArrayList<>())
          .add(node.node());
    }
    StringBuilder message =
        new StringBuilder("Model '")
            .append(model)
            .append("' has ")
            .append(nodes.size())
            .append(nodes.size() == 1 ? " node" : " nodes")
            .append(" that can't be imported:");
    namesByFact.forEach(
        (fact, names) ->
            message
                .append("\n  ")
                .append(fact)
                .append(" (")
                .append(String.join(", ", names))
                .append(')'));
    return message.append("\nExport the model without these operators.").toString();
  }
}
