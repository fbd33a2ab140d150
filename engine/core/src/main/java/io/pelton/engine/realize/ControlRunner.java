package io.pelton.engine.realize;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;

/**
 * Computes nodes that own graphs: decides which of their bodies run, how often, and on what. Loops
 * have no limit but what they are told; they end between two iterations when they are cancelled.
 */
final class ControlRunner {
  private final Evaluator evaluator;
  private final BodyRunner bodies;
  private final Runnable checkCancelled;

  /**
   * @param evaluator copies and joins tensors on the host
   * @param checkCancelled is called before every iteration, and throws to end the run
   */
  ControlRunner(Evaluator evaluator, BodyRunner bodies, Runnable checkCancelled) {
    this.evaluator = evaluator;
    this.bodies = bodies;
    this.checkCancelled = checkCancelled;
  }

  /**
   * @param name of the node, for messages
   * @param operands in order, tensors on the host, null where absent; only read
   * @return the outputs, in order: fresh, so that they share no memory with the operands
   * @throws io.pelton.engine.error.InputMismatch when an operand is no value for the body's input
   * @throws io.pelton.engine.error.IterationMismatch when an iteration leaves what does not fit
   * @throws io.pelton.engine.error.InvalidValue when a condition or number of iterations has not
   *     one element, or scanned axes have several lengths
   */
  List<Value> run(String name, ControlOp op, List<Value> operands) {
    ControlNode node = new ControlNode(name, op, evaluator);
    if (op instanceof ControlOp.If conditional) {
      return run(node, conditional, operands);
    }
    if (op instanceof ControlOp.Loop loop) {
      return new LoopRun(node, loop, bodies, checkCancelled).run(operands);
    }
    return new ScanRun(node, (ControlOp.Scan) op, bodies, checkCancelled).run(operands);
  }

  private List<Value> run(ControlNode node, ControlOp.If op, List<Value> operands) {
    int elseOperands = 1 + op.then().inputs().size();
    if (node.single("the condition", (Tensor) operands.get(0)) != 0) {
      return run(node, new Body(op.then()), operands.subList(1, elseOperands));
    }
    return run(node, new Body(op.otherwise()), operands.subList(elseOperands, operands.size()));
  }

  private List<Value> run(ControlNode node, Body body, List<Value> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      node.checkInput(body, i, inputs.get(i));
    }
    return bodies.run(body.graph(), 0, inputs);
  }
}
