package io.pelton.engine.kernel;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A node as cost functions see it: its op, and the dtypes and lengths of what its kernel reads and
 * writes. Symbolic extents count as their upper bounds.
 */
public final class NodeExtents {
  /** A string's characters and its offset, as a guess. */
  private static final int STRING_BYTES = 16;

  private record Tensor(DType dtype, long[] dims) {
    long elements() {
      return Work.product(dims);
    }

    long bytes() {
      return dtype == DType.STRING
          ? Work.product(elements(), STRING_BYTES)
          : Work.product(elements(), dtype.bits()) / Byte.SIZE;
    }
  }

  private final Op op;
  private final List<Tensor> operands;
  private final List<Tensor> outputs;

  private NodeExtents(Op op, List<Tensor> operands, List<Tensor> outputs) {
    this.op = op;
    this.operands = operands;
    this.outputs = outputs;
  }

  /** The node at the upper bound of its rows. */
  public static NodeExtents of(Graph graph, NodeId node) {
    return of(graph, node, type -> type.shape().maxDims());
  }

  /** The node as if a batch had so many rows, whatever its upper bound is. */
  public static NodeExtents atRows(Graph graph, NodeId node, long rows) {
    return of(graph, node, type -> withRows(graph, type.shape(), type.shape().maxDims(), rows));
  }

  /**
   * The node as if a batch had so many rows and whatever else is symbolic were so long, or at its
   * upper bound where that is less: for templates, of which only the ranks have to be known.
   */
  public static NodeExtents atLength(Graph graph, NodeId node, long length) {
    return of(
        graph,
        node,
        type -> {
          long[] dims =
              type.shape().extents().stream()
                  .mapToLong(e -> e.isFixed() ? e.max() : Math.min(e.max(), length))
                  .toArray();
          return withRows(graph, type.shape(), dims, length);
        });
  }

  private static long[] withRows(Graph graph, Shape shape, long[] dims, long rows) {
    if (graph.isRows(shape)) {
      dims[0] = rows;
    }
    return dims;
  }

  private static NodeExtents of(Graph graph, NodeId node, Function<TensorType, long[]> dims) {
    Op op = graph.op(node);
    List<Tensor> operands = new ArrayList<>();
    for (ValueId value : graph.operands(node)) {
      boolean isRead = !value.isAbsent() && !op.isPlanOperand(operands.size());
      operands.add(isRead ? tensor(graph.type(value), dims) : null);
    }
    List<Tensor> outputs = new ArrayList<>();
    graph.types(node).forEach(type -> outputs.add(tensor(type, dims)));
    return new NodeExtents(op, operands, outputs);
  }

  private static Tensor tensor(ValueType type, Function<TensorType, long[]> dims) {
    return type instanceof TensorType tensor
        ? new Tensor(tensor.dtype(), dims.apply(tensor))
        : null;
  }

  public Op op() {
    return op;
  }

  /** Operands, those that the kernel does not read included. */
  public int operands() {
    return operands.size();
  }

  /** False for absent operands, for plan operands and for what is no tensor. */
  public boolean reads(int operand) {
    return operand < operands.size() && operands.get(operand) != null;
  }

  /** Lengths of an operand that is read. */
  public long[] dims(int operand) {
    return operands.get(operand).dims().clone();
  }

  /** Dtype of an operand that is read. */
  public DType dtype(int operand) {
    return operands.get(operand).dtype();
  }

  /** Elements of an operand, 0 where it is not read. */
  public long elements(int operand) {
    return reads(operand) ? operands.get(operand).elements() : 0;
  }

  /** Bytes of an operand, 0 where it is not read. */
  public long bytes(int operand) {
    return reads(operand) ? operands.get(operand).bytes() : 0;
  }

  /** Bytes of all operands that are read. */
  public long bytesRead() {
    long bytes = 0;
    for (int operand = 0; operand < operands(); operand++) {
      bytes = Work.sum(bytes, bytes(operand));
    }
    return bytes;
  }

  /** Elements of an output, 0 where it is no tensor. */
  public long outputElements(int slot) {
    return outputs.get(slot) == null ? 0 : outputs.get(slot).elements();
  }

  /** Bytes of an output, 0 where it is no tensor. */
  public long outputBytes(int slot) {
    return outputs.get(slot) == null ? 0 : outputs.get(slot).bytes();
  }

  /** Bytes of all outputs that are tensors. */
  public long bytesWritten() {
    long bytes = 0;
    for (Tensor output : outputs) {
      bytes = output == null ? bytes : Work.sum(bytes, output.bytes());
    }
    return bytes;
  }
}
