package io.pelton.engine.plan.judge;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/**
 * A node bound to a real kernel on made-up operands of its shapes, and to its real weights, in
 * memory of its device.
 */
final class Rehearsal implements AutoCloseable {
  private final Call call;
  private final int rows;
  private final DeviceTensors memory;
  private final RunState state;

  private final Prepared prepared;

  private Rehearsal(Call call, int rows, DeviceTensors memory, RunState state, Prepared prepared) {
    this.call = call;
    this.rows = rows;
    this.memory = memory;
    this.state = state;
    this.prepared = prepared;
  }

  /**
   * @param alternative whose kernel fills outputs that are allocated
   */
  static Rehearsal of(Device device, Graph graph, NodeId node, Alternative alternative) {
    DeviceTensors memory = new DeviceTensors(device);
    RunState state = new RunState();
    Prepared prepared = new Prepared();
    try {
      return of(device, memory, state, prepared, graph, node, alternative);
    } catch (RuntimeException e) {
      state.close();
      prepared.close();
      memory.close();
      throw e;
    }
  }

  private static Rehearsal of(
      Device device,
      DeviceTensors memory,
      RunState state,
      Prepared prepared,
      Graph graph,
      NodeId node,
      Alternative alternative) {
    Op op = graph.op(node);
    List<ValueId> values = graph.operands(node);
    Operand[] in = new Operand[values.size()];
    long rows = 1;
    for (int i = 0; i < in.length; i++) {
      if (!values.get(i).isAbsent() && !op.isPlanOperand(i)) {
        TensorType type = (TensorType) graph.type(values.get(i));
        rows = graph.isRows(type.shape()) ? type.shape().extent(0).max() : rows;
        Optional<Tensor> weights = graph.constant(values.get(i)).filter(alternative::takes);
        in[i] =
            weights.isPresent()
                ? Operand.constant(memory.on(weights.get()))
                : Operand.on(memory.on(SyntheticTensors.of(type)));
      }
    }
    List<ValueType> types = graph.types(node);
    Operand[] out = new Operand[types.size()];
    for (int slot = 0; slot < out.length; slot++) {
      TensorType type = (TensorType) types.get(slot);
      out[slot] = Operand.on(memory.on(Tensor.allocate(type.dtype(), type.shape().maxDims())));
    }
    int bound = Math.toIntExact(rows);
    NodeSpec spec =
        new NodeSpec(graph.name(node), op, graph.inference(node), bound, prepared, device, state);
    Call call = ((FixedKernel) alternative.kernel()).bind(spec, in, out);
    return new Rehearsal(call, bound, memory, state, prepared);
  }

  /** Returns when the device has done it. */
  void run() {
    call.run(rows);
    state.await();
  }

  @Override
  public void close() {
    state.close();
    prepared.close();
    memory.close();
  }
}
