package io.pelton.cpu.testing;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** A destructive node as a plan binds it: its output lies where its target does. */
public final class InPlaceNode {
  private final Tensor out;
  private final int rows;
  private final Call call;

  /** Runs on the whole. */
  public InPlaceNode(Op op, Tensor... operands) {
    this(1, op, operands);
  }

  /**
   * @param rows of axis 0, 1 for a node that runs on the whole
   * @param operands the first is the target, on the heap
   */
  public InPlaceNode(int rows, Op op, Tensor... operands) {
    this.rows = rows;
    Graph graph = new Graph();
    List<ValueId> ids = new ArrayList<>();
    Operand[] in = new Operand[operands.length];
    for (int i = 0; i < in.length; i++) {
      Shape shape = Shape.fixed(operands[i].dims());
      ids.add(graph.input("x" + i, ValueType.tensor(operands[i].dtype(), shape)));
      in[i] = Operand.on(operands[i]);
    }
    NodeId node = graph.add("node", op, ids);
    Shape shape = ((TensorType) graph.types(node).get(0)).shape();
    Tensor target = operands[0];
    boolean isSameShape = shape.equals(Shape.fixed(target.dims()));
    this.out = isSameShape ? target : new Tensor(target.storage(), Layout.contiguous(shape.dims()));
    NodeSpec spec = new NodeSpec("node", op, graph.inference(node), rows, new Prepared());
    FixedKernel kernel = (FixedKernel) Cpu.BACKEND.select(graph, node).kernel();
    this.call = kernel.bind(spec, in, new Operand[] {Operand.on(out)});
  }

  public Tensor run() {
    return run(rows);
  }

  public Tensor run(int active) {
    call.run(active);
    return out;
  }
}
