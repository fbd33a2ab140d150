package io.pelton.engine.graph;

import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.ControlOp.Scan;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Checks operands against the ends of bodies, and infers what comes out. */
final class BodyRule {
  private final Inference in;
  private final BodyTypes types;

  BodyRule(Inference in) {
    this.in = in;
    this.types = new BodyTypes(in);
  }

  List<TensorType> conditional(If op) {
    types.checkSingle("the condition", in.tensor(0), DType.BOOL);
    BodyEnds then = new BodyEnds(in, op.then());
    BodyEnds otherwise = new BodyEnds(in, op.otherwise());
    checkCount(1 + then.inputs() + otherwise.inputs());
    for (int i = 0; i < then.inputs(); i++) {
      checkFeeds(1 + i, then, i);
    }
    for (int i = 0; i < otherwise.inputs(); i++) {
      checkFeeds(1 + then.inputs() + i, otherwise, i);
    }
    in.check(
        then.outputs() == otherwise.outputs(),
        "both bodies should have as many outputs but have "
            + then.outputs()
            + " and "
            + otherwise.outputs());
    List<TensorType> outputs = new ArrayList<>();
    for (int i = 0; i < then.outputs(); i++) {
      TensorType type = then.output(i);
      in.check(
          type.dtype() == otherwise.output(i).dtype(),
          "output " + i + " is " + type + " from one body and " + otherwise.output(i));
      outputs.add(types.either(type, otherwise.output(i)));
    }
    return outputs;
  }

  List<TensorType> loop(Loop op) {
    BodyEnds body = new BodyEnds(in, op.body());
    int first = Loop.FIRST_CARRIED;
    in.check(op.carried() >= 0, "can't carry " + op.carried() + " values");
    body.checkEnds(first + op.carried(), 1 + op.carried());
    checkCount(body.inputs());
    if (in.has(0)) {
      types.checkSingle("the number of iterations", in.tensor(0), DType.I64);
    }
    if (in.has(1)) {
      types.checkSingle("the condition", in.tensor(1), DType.BOOL);
    }
    types.checkSingle("body input 0", body.input(0), DType.I64);
    types.checkSingle("body input 1", body.input(1), DType.BOOL);
    types.checkSingle("body output 0", body.output(0), DType.BOOL);
    for (int i = first; i < body.inputs(); i++) {
      checkFeeds(i, body, i);
    }
    List<TensorType> outputs = new ArrayList<>();
    for (int i = 0; i < op.carried(); i++) {
      TensorType declared = body.input(first + i);
      TensorType result = body.output(1 + i);
      checkKeeps("carried value " + i, declared, result);
      TensorType either = types.either(in.tensor(first + i), result);
      outputs.add(types.narrowed(either, declared));
    }
    for (int i = 1 + op.carried(); i < body.outputs(); i++) {
      outputs.add(types.stacked(body.output(i), 0, iterations()));
    }
    return outputs;
  }

  /** At most as many as operand 0 says, where it says so by now. */
  private Extent iterations() {
    long most =
        in.fixedIntegers(0).filter(count -> count.length == 1).map(count -> count[0]).orElse(-1L);
    return in.unknown(most < 0 ? Extent.UNBOUNDED : most);
  }

  List<TensorType> scan(Scan op) {
    BodyEnds body = new BodyEnds(in, op.body());
    int states = op.states();
    int scanned = op.inputs().size();
    in.check(scanned > 0, "needs an input to scan");
    in.check(
        states >= 0,
        "the body should have an output for each of "
            + op.outputs().size()
            + " scan outputs but has "
            + body.outputs());
    body.checkEnds(states + scanned, states + op.outputs().size());
    checkCount(body.inputs());
    List<TensorType> outputs = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      checkFeeds(i, body, i);
      checkKeeps("state " + i, body.input(i), body.output(i));
      checkKeeps("state " + i, in.tensor(i), body.output(i));
      outputs.add(types.narrowed(in.tensor(i), body.output(i)));
    }
    Extent length = null;
    for (int i = 0; i < scanned; i++) {
      Extent own = scannedLength(op.inputs().get(i), states + i, body);
      length = length == null ? own : common(length, own);
    }
    for (int i = states + scanned; i < body.inputs(); i++) {
      checkFeeds(i, body, i);
    }
    for (int i = 0; i < op.outputs().size(); i++) {
      outputs.add(types.stacked(body.output(states + i), op.outputs().get(i).axis(), length));
    }
    return outputs;
  }

  private Extent scannedLength(ScanAxis scanned, int operand, BodyEnds body) {
    TensorType whole = in.tensor(operand);
    if (!whole.shape().isRanked()) {
      checkFeeds(operand, whole, body, operand);
      return in.unknown(Extent.UNBOUNDED);
    }
    int axis = in.axis(scanned.axis(), whole.shape().rank());
    List<Extent> extents = new ArrayList<>(whole.shape().extents());
    Extent length = extents.remove(axis);
    checkFeeds(operand, new TensorType(whole.dtype(), Shape.of(extents)), body, operand);
    return length;
  }

  private Extent common(Extent one, Extent other) {
    in.check(
        !one.isFixed() || !other.isFixed() || one.max() == other.max(),
        "scanned axes should have one length but have " + one + " and " + other);
    return one.isFixed() ? one : other;
  }

  private void checkCount(int expected) {
    in.check(in.count() == expected, "should have " + expected + " operands but has " + in.count());
  }

  private void checkFeeds(int operand, BodyEnds body, int input) {
    checkFeeds(operand, in.tensor(operand), body, input);
  }

  private void checkFeeds(int operand, TensorType fed, BodyEnds body, int input) {
    TensorType declared = body.input(input);
    in.check(
        BodyTypes.mayBe(fed, declared),
        "operand "
            + operand
            + " feeds "
            + fed
            + " to input '"
            + body.inputName(input)
            + "' of the body, which is "
            + declared);
  }

  private void checkKeeps(String what, TensorType enters, TensorType leaves) {
    in.check(
        BodyTypes.mayBe(enters, leaves),
        what + " enters the body as " + enters + " but leaves it as " + leaves);
  }
}
