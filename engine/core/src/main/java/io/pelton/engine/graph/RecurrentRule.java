package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Dtypes and shapes of recurrent networks. */
final class RecurrentRule {
  static final int WEIGHTS = 1;
  static final int RECURRENT_WEIGHTS = 2;
  static final int BIAS = 3;
  static final int LENGTHS = 4;
  static final int HIDDEN = 5;
  static final int CELL = 6;
  static final int PEEPHOLES = 7;

  private final Inference in;
  private final RecurrentOp.Setup setup;
  private final Extent directions;
  private final Extent gates;
  private final Extent hidden;

  RecurrentRule(Inference in, RecurrentOp op) {
    this.in = in;
    this.setup = op.setup();
    int count = setup.direction().count();
    in.check(setup.hidden() > 0, "the hidden state should not be empty");
    in.check(
        setup.functions().size() == count * op.functions(),
        "has "
            + setup.functions().size()
            + " functions instead of "
            + op.functions()
            + " per direction");
    this.directions = Extent.fixed(count);
    this.gates = Extent.fixed((long) op.gates() * setup.hidden());
    this.hidden = Extent.fixed(setup.hidden());
  }

  static void checkDtypes(Inference in, DType dtype) {
    Decomposition.checkDtype(in, dtype);
    for (int operand = 1; operand < in.count(); operand++) {
      DType expected = operand == LENGTHS ? DType.I32 : dtype;
      in.check(
          !in.has(operand) || in.dtype(operand) == expected,
          "operand "
              + operand
              + " should be "
              + expected
              + ", as operand 0 is "
              + dtype
              + "; insert a Cast");
    }
  }

  List<Shape> shapes() {
    Shape x = in.shape(0);
    in.check(x.rank() == 3, "x should have 3 axes but is " + x);
    boolean isBatchFirst = setup.isBatchFirst();
    Extent steps = x.extent(isBatchFirst ? 1 : 0);
    Extent batch = x.extent(isBatchFirst ? 0 : 1);
    Shape state =
        isBatchFirst ? Shape.of(batch, directions, hidden) : Shape.of(directions, batch, hidden);
    check(WEIGHTS, "weights", Shape.of(directions, gates, x.extent(2)));
    check(RECURRENT_WEIGHTS, "recurrent weights", Shape.of(directions, gates, hidden));
    check(BIAS, "biases", Shape.of(directions, Extent.fixed(2 * gates.max())));
    check(LENGTHS, "lengths", Shape.of(batch));
    check(HIDDEN, "the initial hidden state", state);
    check(CELL, "the initial cell state", state);
    check(PEEPHOLES, "peepholes", Shape.of(directions, Extent.fixed(3 * hidden.max())));
    Shape all =
        isBatchFirst
            ? Shape.of(batch, steps, directions, hidden)
            : Shape.of(steps, directions, batch, hidden);
    return List.of(all, state);
  }

  private void check(int operand, String name, Shape expected) {
    if (operand > RECURRENT_WEIGHTS && !in.has(operand)) {
      return;
    }
    Shape found = in.shape(operand);
    boolean fits = found.rank() == expected.rank();
    for (int axis = 0; fits && axis < found.rank(); axis++) {
      Extent own = found.extent(axis);
      Extent target = expected.extent(axis);
      fits = own.sameAs(target) || !own.isFixed() || !target.isFixed();
    }
    in.check(fits, name + " should be " + expected + " but are " + found);
  }
}
