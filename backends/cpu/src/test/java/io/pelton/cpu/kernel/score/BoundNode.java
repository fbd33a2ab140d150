package io.pelton.cpu.kernel.score;

import io.pelton.engine.contract.GuardedMemory;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** A node as a plan binds it: axis 0 of the first operand runs over rows, up to a bound. */
public final class BoundNode {
  private final int rows;
  private final Operand[] in;
  private final Tensor[] out;
  private final GuardedMemory[] outside;
  private final boolean writesNative;
  private final Call call;

  /**
   * @param in the first has as many rows as the bound; the others are constants
   */
  public BoundNode(Op op, Prepared prepared, Tensor... in) {
    this(op, prepared, false, in);
  }

  /** One that writes numbers to native memory. */
  public static BoundNode toNative(Op op, Tensor... in) {
    return new BoundNode(op, new Prepared(), true, in);
  }

  private BoundNode(Op op, Prepared prepared, boolean isOutside, Tensor... in) {
    this.rows = Math.toIntExact(in[0].layout().dim(0));
    Graph graph = new Graph();
    SymbolId symbol = new SymbolId("N");
    graph.markRows(symbol);
    List<Extent> extents = new ArrayList<>(Shape.fixed(in[0].dims()).extents());
    extents.set(0, Extent.symbolic(symbol, rows));
    List<ValueId> operands = new ArrayList<>();
    operands.add(graph.input("x", ValueType.tensor(in[0].dtype(), Shape.of(extents))));
    for (int i = 1; i < in.length; i++) {
      operands.add(graph.constant("c" + i, in[i]));
    }
    NodeId node = graph.add("node", op, operands);
    this.in = new Operand[in.length];
    for (int i = 0; i < in.length; i++) {
      this.in[i] = i == 0 ? Operand.on(in[0]) : Operand.constant(in[i]);
    }
    List<ValueType> types = graph.types(node);
    this.out = new Tensor[types.size()];
    this.outside = new GuardedMemory[out.length];
    Operand[] results = new Operand[out.length];
    for (int slot = 0; slot < out.length; slot++) {
      TensorType type = (TensorType) types.get(slot);
      if (isOutside && type.dtype() != DType.STRING) {
        outside[slot] = GuardedMemory.outside(type.dtype(), type.shape().maxDims());
      }
      out[slot] =
          outside[slot] == null
              ? Tensor.allocate(type.dtype(), type.shape().maxDims())
              : outside[slot].tensor();
      results[slot] = Operand.on(out[slot]);
    }
    Alternative alternative = Nodes.CPU.select(graph, node);
    this.writesNative = alternative.can(Capability.NATIVE_OUTPUT);
    NodeSpec spec = new NodeSpec("node", op, graph.inference(node), rows, prepared);
    this.call = ((FixedKernel) alternative.kernel()).bind(spec, this.in, results);
  }

  /** Reads rows {@code from} and following at the next run. */
  public BoundNode from(Tensor data, int from) {
    in[0].point(data.storage(), data.layout().offset() + from * data.layout().stride(0));
    return this;
  }

  public BoundNode run(int active) {
    call.run(active);
    return this;
  }

  public int slots() {
    return out.length;
  }

  public boolean writesNative() {
    return writesNative;
  }

  /** Fails if, of native memory, more than the first rows was written. */
  public void assertUntouchedBeyond(int active) {
    for (GuardedMemory memory : outside) {
      if (memory != null) {
        memory.assertUntouchedBeyond(memory.tensor().layout().elements() / rows * active);
      }
    }
  }

  /** The first rows of an output, as what {@link Tensor} reads it as. */
  public Tensor output(int slot, int active) {
    long[] dims = out[slot].dims();
    dims[0] = active;
    if (out[slot].dtype() == DType.STRING) {
      return new Tensor(out[slot].storage(), Layout.contiguous(dims));
    }
    return new Tensor(out[slot].storage(), out[slot].layout().slice(0, 0, active, 1));
  }
}
