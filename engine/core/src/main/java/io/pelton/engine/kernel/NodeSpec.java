package io.pelton.engine.kernel;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.Op;
import java.util.function.Supplier;

/**
 * A node as kernels see it. All shapes are known; a symbolic row extent counts as its upper bound.
 */
public final class NodeSpec {
  private final String name;
  private final Op op;
  private final Inference inference;
  private final int rows;
  private final Prepared prepared;
  private final Device device;
  private final RunState state;

  /** A node on the host that nobody runs for an executable. */
  public NodeSpec(String name, Op op, Inference inference, int rows, Prepared prepared) {
    this(name, op, inference, rows, prepared, null, new RunState());
  }

  /**
   * @param device where the kernel runs; null for the host
   * @param state of the executable that the kernel runs for
   */
  public NodeSpec(
      String name,
      Op op,
      Inference inference,
      int rows,
      Prepared prepared,
      Device device,
      RunState state) {
    this.name = name;
    this.op = op;
    this.inference = inference;
    this.rows = rows;
    this.prepared = prepared;
    this.device = device;
    this.state = state;
  }

  public String name() {
    return name;
  }

  public Op op() {
    return op;
  }

  /**
   * The op's rules applied to this node: its operands' types and the values of its plan operands.
   */
  public Inference inference() {
    return inference;
  }

  /**
   * Upper bound of axis 0 of every output where that runs over rows; 1 otherwise, for the whole.
   */
  public int rows() {
    return rows;
  }

  /** Of the executable that the kernel runs for; read at every run. */
  public RunState state() {
    return state;
  }

  /** Where the kernel runs; null for the host. */
  public Device device() {
    return device;
  }

  /** The executable's queue on the device that the kernel runs on, which is not the host. */
  public DeviceQueue queue() {
    return state.queue(device);
  }

  /**
   * What a kernel derives from weights once, shared by all executables of a compiled graph.
   *
   * @param weights identity of what it is derived from, such as the op or a constant
   * @param type what is derived; one instance per weights and type
   */
  public <T extends PackedWeights> T prepared(Object weights, Class<T> type, Supplier<T> derive) {
    return prepared.get(weights, type, device, derive);
  }

  /**
   * A node of a few rows that this one's kernel runs as a part of its own: it has the same name and
   * shares the packed weights.
   *
   * @param partInference its op's rules, applied to the part's operands
   * @param partRows as {@link #rows}
   */
  public NodeSpec part(Op part, Inference partInference, int partRows) {
    return new NodeSpec(name, part, partInference, partRows, prepared, device, state);
  }

  /** The error for a value that the op must refuse; {@code row} -1 where it belongs to no row. */
  public InvalidValue invalid(long row, String reason) {
    return new InvalidValue(name, op.label(), row, reason);
  }
}
