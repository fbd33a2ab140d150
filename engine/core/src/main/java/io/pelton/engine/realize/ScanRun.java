package io.pelton.engine.realize;

import io.pelton.engine.graph.ControlOp.Scan;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;

/** One run of a Scan node. */
final class ScanRun {
  private final ControlNode node;
  private final Scan op;
  private final int states;
  private final Body body;
  private final BodyRunner bodies;
  private final Runnable checkCancelled;
  private final List<ScanOutput> scans = new ArrayList<>();

  ScanRun(ControlNode node, Scan op, BodyRunner bodies, Runnable checkCancelled) {
    this.node = node;
    this.op = op;
    this.states = op.states();
    this.body = new Body(op.body());
    this.bodies = bodies;
    this.checkCancelled = checkCancelled;
    for (int i = 0; i < op.outputs().size(); i++) {
      scans.add(new ScanOutput(node, body, states + i, op.outputs().get(i)));
    }
  }

  List<Value> run(List<Value> operands) {
    List<Tensor> scanned = new ArrayList<>();
    List<Integer> axes = new ArrayList<>();
    for (int i = 0; i < op.inputs().size(); i++) {
      Tensor tensor = (Tensor) operands.get(states + i);
      scanned.add(tensor);
      axes.add(axis(op.inputs().get(i), tensor));
    }
    long length = length(scanned, axes);
    List<Value> inputs = new ArrayList<>(operands);
    List<TensorType> first = new ArrayList<>();
    for (Value state : operands.subList(0, states)) {
      first.add(ControlNode.typeOf((Tensor) state));
    }
    for (long iteration = 0; iteration < length; iteration++) {
      checkCancelled.run();
      for (int i = 0; i < scanned.size(); i++) {
        long index = op.inputs().get(i).isBackward() ? length - 1 - iteration : iteration;
        inputs.set(states + i, slice(scanned.get(i), axes.get(i), index));
      }
      if (iteration == 0) {
        checkInputs(inputs);
      }
      iterate(iteration, inputs, first);
    }
    List<Value> outputs = new ArrayList<>();
    for (Value state : inputs.subList(0, states)) {
      outputs.add(length > 0 ? state : node.copy(state));
    }
    scans.forEach(scan -> outputs.add(scan.whole()));
    return outputs;
  }

  private void checkInputs(List<Value> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      node.checkInput(body, i, inputs.get(i));
    }
  }

  /** Runs the body, and makes the states that it leaves the inputs of the next iteration. */
  private void iterate(long iteration, List<Value> inputs, List<TensorType> first) {
    List<Value> results = bodies.run(body.graph(), iteration, inputs);
    for (int i = 0; i < states; i++) {
      node.checkLeft(iteration, body.outputName(i), first.get(i), (Tensor) results.get(i));
      inputs.set(i, results.get(i));
    }
    for (int i = 0; i < scans.size(); i++) {
      scans.get(i).add(iteration, (Tensor) results.get(states + i));
    }
  }

  private int axis(ScanAxis scanned, Tensor tensor) {
    int rank = tensor.layout().rank();
    int axis = scanned.axis() < 0 ? scanned.axis() + rank : scanned.axis();
    if (axis < 0 || axis >= rank) {
      throw node.invalid("axis " + scanned.axis() + " is outside of " + ControlNode.typeOf(tensor));
    }
    return axis;
  }

  private long length(List<Tensor> scanned, List<Integer> axes) {
    long length = scanned.get(0).layout().dim(axes.get(0));
    for (int i = 1; i < scanned.size(); i++) {
      long own = scanned.get(i).layout().dim(axes.get(i));
      if (own != length) {
        throw node.invalid(
            "scanned axes should have one length but have " + length + " and " + own);
      }
    }
    return length;
  }

  /** The elements at one index of an axis, where they are. */
  private static Tensor slice(Tensor tensor, int axis, long index) {
    Layout slice = tensor.layout().slice(axis, index, 1, 1);
    long[] dims = new long[slice.rank() - 1];
    long[] strides = new long[dims.length];
    for (int kept = 0; kept < dims.length; kept++) {
      int from = kept < axis ? kept : kept + 1;
      dims[kept] = slice.dim(from);
      strides[kept] = slice.stride(from);
    }
    return new Tensor(tensor.storage(), Layout.of(dims, strides, slice.offset()));
  }
}
