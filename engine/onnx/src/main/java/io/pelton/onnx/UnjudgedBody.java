package io.pelton.onnx;

/** Unwinds the import of a node whose graph holds refused nodes, so that it has no types. */
final class UnjudgedBody extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnjudgedBody(String graph) {
    super("graph '" + graph + "' holds nodes that are refused", null, false, false);
  }
}
