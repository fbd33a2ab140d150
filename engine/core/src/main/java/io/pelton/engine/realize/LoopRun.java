package io.pelton.engine.realize;

import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;

/** One run of a Loop node. */
final class LoopRun {
  private static final int FIRST = Loop.FIRST_CARRIED;

  private final ControlNode node;
  private final int carried;
  private final Body body;
  private final BodyRunner bodies;
  private final Runnable checkCancelled;
  private final List<ScanOutput> scans = new ArrayList<>();
  private boolean condition = true;

  LoopRun(ControlNode node, Loop op, BodyRunner bodies, Runnable checkCancelled) {
    this.node = node;
    this.carried = op.carried();
    this.body = new Body(op.body());
    this.bodies = bodies;
    this.checkCancelled = checkCancelled;
    for (int output = 1 + carried; output < body.outputs(); output++) {
      scans.add(new ScanOutput(node, body, output, new ScanAxis(0, false)));
    }
  }

  List<Value> run(List<Value> operands) {
    Tensor count = (Tensor) operands.get(0);
    long most = count == null ? Long.MAX_VALUE : node.single("the number of iterations", count);
    boolean isConditional = operands.get(1) != null;
    if (isConditional) {
      condition = node.single("the condition", (Tensor) operands.get(1)) != 0;
    }
    for (int i = FIRST; i < operands.size(); i++) {
      node.checkInput(body, i, operands.get(i));
    }
    List<Value> inputs = new ArrayList<>(operands);
    long iteration = 0;
    while (iteration < most && (condition || !isConditional)) {
      checkCancelled.run();
      iterate(iteration++, inputs);
    }
    return outputs(inputs, iteration > 0);
  }

  /** Runs the body, and makes what it carries the inputs of the next iteration. */
  private void iterate(long iteration, List<Value> inputs) {
    inputs.set(0, Tensor.of(new long[] {iteration}, body.singleDims(0)));
    byte flag = (byte) (condition ? 1 : 0);
    inputs.set(1, Tensor.wrap(DType.BOOL, new byte[] {flag}, body.singleDims(1)));
    List<Value> results = bodies.run(body.graph(), iteration, inputs);
    condition = node.single("'" + body.outputName(0) + "' of the body", tensor(results, 0)) != 0;
    for (int i = 0; i < carried; i++) {
      Tensor value = tensor(results, 1 + i);
      node.checkLeft(iteration, body.outputName(1 + i), body.inputType(FIRST + i), value);
      inputs.set(FIRST + i, value);
    }
    for (int i = 0; i < scans.size(); i++) {
      scans.get(i).add(iteration, tensor(results, 1 + carried + i));
    }
  }

  private static Tensor tensor(List<Value> results, int output) {
    return (Tensor) results.get(output);
  }

  private List<Value> outputs(List<Value> inputs, boolean hasRun) {
    List<Value> outputs = new ArrayList<>();
    for (Value value : inputs.subList(FIRST, FIRST + carried)) {
      outputs.add(hasRun ? value : node.copy(value));
    }
    scans.forEach(scan -> outputs.add(scan.whole()));
    return outputs;
  }
}
