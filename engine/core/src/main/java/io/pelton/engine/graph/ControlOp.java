package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/**
 * Ops that own graphs, their bodies, and run them: conditionals and loops, as ai.onnx defines If,
 * Loop and Scan (Scan since opset 9). No kernel computes them; whoever executes the graph runs the
 * bodies.
 *
 * <p>A body reads nothing of the graph around it: a value that it captures from there is an operand
 * of the node and an input of the body, behind those that the op feeds by itself. Ends of bodies
 * are told by their positions; their names are for messages. All values are tensors, and no input
 * of a body is session state.
 *
 * <p>Outputs have the dtypes of the body's; of their shapes, what is known inside the body as a
 * number is known outside.
 */
public sealed interface ControlOp extends Op {
  /** Runs over them in an order of its own, each any number of times. */
  List<NamedGraph> bodies();

  /**
   * The same op on other bodies.
   *
   * @param bodies as many, each with ends like those of the one whose place it takes
   */
  ControlOp withBodies(List<NamedGraph> bodies);

  /** Types of the outputs, which don't depend on whether the operands' ranks are known. */
  List<TensorType> outputs(Inference in);

  @Override
  default List<ValueType> infer(Inference in) {
    return List.copyOf(outputs(in));
  }

  @Override
  default List<DType> dtypes(Inference in) {
    return outputs(in).stream().map(TensorType::dtype).toList();
  }

  @Override
  default List<Shape> shapes(Inference in) {
    return outputs(in).stream().map(TensorType::shape).toList();
  }

  @Override
  default boolean isRandom() {
    return bodies().stream().anyMatch(NamedGraph::isRandom);
  }

  @Override
  default boolean isRowwise(Inference in) {
    return false;
  }

  /**
   * One of two bodies. Operand 0: the condition, one BOOL; then, in order, one operand for each
   * input of {@code then}, and after these one for each input of {@code otherwise}. Outputs: those
   * of the body that runs, of which both have as many, with the same dtypes. Lengths that differ
   * are not known outside, and where the ranks differ, neither are these.
   *
   * @param then runs where the condition is true
   * @param otherwise runs where it is false
   */
  record If(NamedGraph then, NamedGraph otherwise) implements ControlOp {
    @Override
    public OpKind kind() {
      return OpKind.IF;
    }

    @Override
    public List<NamedGraph> bodies() {
      return List.of(then, otherwise);
    }

    @Override
    public ControlOp withBodies(List<NamedGraph> bodies) {
      return new If(bodies.get(0), bodies.get(1));
    }

    @Override
    public List<TensorType> outputs(Inference in) {
      return new BodyRule(in).conditional(this);
    }
  }

  /**
   * Runs the body until its count is reached or its condition is false. Operands: 0, optional, the
   * largest number of iterations, one I64; 1, optional, the condition for the first iteration, one
   * BOOL; then the first of the carried values; then what the body captures. From 2 on, operand
   * {@code i} feeds input {@code i} of the body.
   *
   * <p>Inputs of the body: the number of the iteration from 0 on, one I64; the condition, one BOOL;
   * the carried values; the captured ones. Its outputs: the condition for the next iteration, one
   * BOOL, which is of no effect where operand 1 is absent; the carried values for the next
   * iteration; elements of the scan outputs.
   *
   * <p>Outputs: the carried values after the last iteration, the first ones where there was none;
   * then the scan outputs, whose axis 0 runs over the iterations. The shape of a carried value may
   * differ from iteration to iteration within what the body's input declares; that of an element of
   * a scan output may not.
   *
   * @param carried how many values are carried
   */
  record Loop(NamedGraph body, int carried) implements ControlOp {
    /** Operands, and inputs of the body, before the carried values. */
    public static final int FIRST_CARRIED = 2;

    @Override
    public OpKind kind() {
      return OpKind.LOOP;
    }

    @Override
    public List<NamedGraph> bodies() {
      return List.of(body);
    }

    @Override
    public ControlOp withBodies(List<NamedGraph> bodies) {
      return new Loop(bodies.get(0), carried);
    }

    @Override
    public List<TensorType> outputs(Inference in) {
      return new BodyRule(in).loop(this);
    }
  }

  /**
   * Which axis of a scanned value runs over the iterations.
   *
   * @param axis possibly negative; of an output's whole, not of its elements
   * @param isBackward whether the last index is the first iteration's
   */
  record ScanAxis(int axis, boolean isBackward) {}

  /**
   * Runs the body once for every index of the scanned axes, which have one length. Operands: the
   * first states; the scanned inputs; what the body captures. Operand {@code i} feeds input {@code
   * i} of the body, a scanned one with a slice at a time, without the scanned axis.
   *
   * <p>Outputs of the body: the states for the next iteration, whose shapes stay the same, and
   * elements of the scan outputs. Outputs: the states after the last iteration, and the scan
   * outputs, to which every iteration adds an element along an axis that the element does not have.
   *
   * @param inputs one a scanned input, of which there is at least one
   * @param outputs one a scan output
   */
  record Scan(NamedGraph body, List<ScanAxis> inputs, List<ScanAxis> outputs) implements ControlOp {
    public Scan {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
    }

    /**
     * How many values are handed from iteration to iteration; negative if the body lacks outputs.
     */
    public int states() {
      return body.outputs().size() - outputs.size();
    }

    @Override
    public OpKind kind() {
      return OpKind.SCAN;
    }

    @Override
    public List<NamedGraph> bodies() {
      return List.of(body);
    }

    @Override
    public ControlOp withBodies(List<NamedGraph> bodies) {
      return new Scan(bodies.get(0), inputs, outputs);
    }

    @Override
    public List<TensorType> outputs(Inference in) {
      return new BodyRule(in).scan(this);
    }
  }
}
