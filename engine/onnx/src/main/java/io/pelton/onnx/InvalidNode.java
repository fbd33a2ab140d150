package io.pelton.onnx;

/** A node of a known operator breaks the operator's rules. */
public final class InvalidNode extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String domain;
  private final long opset;
  private final String reason;

  public InvalidNode(
      String node, String op, String domain, long opset, String reason, Throwable cause) {
    super("Node '" + node + "' (" + domain + " " + op + ", opset " + opset + "): " + reason, cause);
    this.node = node;
    this.op = op;
    this.domain = domain;
    this.opset = opset;
    this.reason = reason;
  }

  public InvalidNode(String node, String op, String domain, long opset, String reason) {
    this(node, op, domain, opset, reason, null);
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public String domain() {
    return domain;
  }

  public long opset() {
    return opset;
  }

  public String reason() {
    return reason;
  }
}
