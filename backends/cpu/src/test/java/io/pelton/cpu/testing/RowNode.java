package io.pelton.cpu.testing;

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
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One node bound for a number of rows, as the planner does it, over operands of which some have
 * rows. It can be pointed at any of the rows, where only those that are active exist.
 */
public final class RowNode {
  private final List<Tensor> sources;
  private final List<Operand> operands = new ArrayList<>();
  private final int[] rowOperands;
  private final boolean writesNative;
  private final GuardedMemory outside;
  private final Tensor out;
  private final Call call;

  /**
   * @param rows upper bound of the rows that are run at once
   * @param rowOperands which of the operands have rows on axis 0
   * @param sources operands with all their rows
   */
  public RowNode(Op op, int rows, Set<Integer> rowOperands, List<Tensor> sources) {
    this(op, rows, rowOperands, sources, false);
  }

  /** One that writes to native memory, for a kernel that {@link #writesNative}. */
  public static RowNode toNative(Op op, int rows, Set<Integer> rowOperands, List<Tensor> sources) {
    return new RowNode(op, rows, rowOperands, sources, true);
  }

  private RowNode(
      Op op, int rows, Set<Integer> rowOperands, List<Tensor> sources, boolean isOutside) {
    this.sources = sources;
    this.rowOperands = rowOperands.stream().mapToInt(i -> i).toArray();
    Graph graph = new Graph();
    List<ValueId> inputs = new ArrayList<>();
    for (int i = 0; i < sources.size(); i++) {
      Tensor source = sources.get(i);
      if (source == null) {
        inputs.add(ValueId.ABSENT);
        operands.add(null);
      } else if (op.isPlanOperand(i)) {
        inputs.add(graph.constant("plan", source));
        operands.add(null);
      } else if (rowOperands.contains(i)) {
        Layout layout = source.layout().slice(0, 0, rows, 1);
        inputs.add(graph.input("rows" + i, type(source, layout)));
        operands.add(Operand.of(source.dtype(), layout));
      } else {
        inputs.add(graph.constant("weights", source));
        operands.add(Operand.constant(source));
      }
    }
    NodeId node = graph.add("node", op, inputs);
    List<Tensor> outputs = new ArrayList<>();
    for (ValueType output : graph.types(node)) {
      TensorType tensor = (TensorType) output;
      outputs.add(Tensor.allocate(tensor.dtype(), tensor.shape().dims()));
    }
    TensorType type = (TensorType) graph.types(node).get(0);
    this.outside = isOutside ? GuardedMemory.outside(type.dtype(), type.shape().dims()) : null;
    this.out = isOutside ? outside.tensor() : outputs.get(0);
    outputs.set(0, out);
    NodeSpec spec = new NodeSpec("node", op, graph.inference(node), rows, new Prepared());
    Alternative alternative = Cpu.BACKEND.select(graph, node);
    this.writesNative = alternative.can(Capability.NATIVE_OUTPUT);
    FixedKernel kernel = (FixedKernel) alternative.kernel();
    this.call =
        kernel.bind(
            spec,
            operands.toArray(new Operand[0]),
            outputs.stream().map(Operand::on).toArray(Operand[]::new));
  }

  private static ValueType type(Tensor source, Layout layout) {
    return ValueType.tensor(source.dtype(), Shape.fixed(layout.dims()));
  }

  /** Points the operands at {@code from} and the rows after it, and runs {@code count} of them. */
  public void run(int from, int count) {
    for (int i : rowOperands) {
      Tensor source = sources.get(i);
      long start = source.layout().offset() + from * source.layout().stride(0);
      operands.get(i).point(source.storage(), start);
    }
    call.run(count);
  }

  /** True when the kernel may be given native memory to write to. */
  public boolean writesNative() {
    return writesNative;
  }

  /** Fails if, of the native memory, more than the first {@code count} rows was written. */
  public void assertUntouchedBeyond(int count) {
    long rows = out.layout().dim(0);
    outside.assertUntouchedBeyond(rows == 0 ? 0 : out.layout().elements() / rows * count);
  }

  /** The first {@code count} rows of the output of the last run. */
  public Object[] rows(int count) {
    Layout layout = out.layout();
    long[] dims = layout.dims();
    dims[0] = count;
    return Cpu.elements(
        new Tensor(out.storage(), Layout.of(dims, layout.strides(), layout.offset())));
  }
}
