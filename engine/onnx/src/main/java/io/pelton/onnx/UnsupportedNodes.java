package io.pelton.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model has nodes that can't be imported, or several other parts; all of them are listed. Errors
 * that were found beside them are suppressed exceptions of this one.
 */
public final class UnsupportedNodes extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final List<UnsupportedNode> nodes;
  private final List<UnsupportedPart> parts;

  public UnsupportedNodes(String model, List<UnsupportedNode> nodes, List<UnsupportedPart> parts) {
    super(message(model, nodes, parts));
    this.model = model;
    this.nodes = List.copyOf(nodes);
    this.parts = List.copyOf(parts);
  }

  /** The refusal of one node; its parameters are those of {@link UnsupportedNode}. */
  public static UnsupportedNodes of(
      String model, String node, String op, String domain, long opset, String reason) {
    return new UnsupportedNodes(
        model, List.of(new UnsupportedNode(node, op, domain, opset, reason)), List.of());
  }

  public String model() {
    return model;
  }

  /** Every such node, those of inner graphs included, in the file's order. */
  public List<UnsupportedNode> nodes() {
    return nodes;
  }

  /** What beside nodes is not supported, such as the type of an input. */
  public List<UnsupportedPart> parts() {
    return parts;
  }

  private static String message(
      String model, List<UnsupportedNode> nodes, List<UnsupportedPart> parts) {
    Map<String, List<String>> namesByFact = new LinkedHashMap<>();
    for (UnsupportedNode node : nodes) {
      String fact = node.domain() + " " + node.op() + ", opset " + node.opset();
      namesByFact
          .computeIfAbsent(fact + ": " + node.reason(), key -> new ArrayList<>())
          .add(node.node());
    }
    StringBuilder message = new StringBuilder("Model '").append(model).append("' has ");
    if (parts.isEmpty()) {
      message.append(nodes.size()).append(nodes.size() == 1 ? " node" : " nodes");
    } else {
      message.append(nodes.size() + parts.size()).append(" parts");
    }
    message.append(" that can't be imported:");
    for (UnsupportedPart part : parts) {
      message.append("\n  ").append(part.what()).append(": ").append(part.reason());
    }
    namesByFact.forEach(
        (fact, names) ->
            message
                .append("\n  ")
                .append(fact)
                .append(" (")
                .append(String.join(", ", names))
                .append(')'));
    return message
        .append("\nExport the model without these ")
        .append(parts.isEmpty() ? "operators" : "parts")
        .append(", or with what they are said to need.")
        .toString();
  }
}
