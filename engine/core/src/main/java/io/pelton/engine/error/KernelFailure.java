package io.pelton.engine.error;

/** A kernel threw; the run fails and no other kernel is tried. */
public final class KernelFailure extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String node;
  private final String op;
  private final String kernel;

  public KernelFailure(String node, String op, String kernel, Throwable cause) {
    super("Kernel '" + kernel + "' failed at node '" + node + "' (" + op + "): " + cause, cause);
    this.node = node;
    this.op = op;
    this.kernel = kernel;
  }

  public String node() {
    return node;
  }

  public String op() {
    return op;
  }

  public String kernel() {
    return kernel;
  }
}
