package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/**
 * The recurrent networks of ai.onnx. Operands: x [steps, batch, features], then per direction the
 * weights of x [directions, gates * hidden, features], the recurrent weights [directions, gates *
 * hidden, hidden], and optionally biases [directions, 2 * gates * hidden] (those of x before the
 * recurrent ones), the batch's lengths (I32, [batch]), and the initial hidden state [directions,
 * batch, hidden]. Slot 0 is the hidden state after every step [steps, directions, batch, hidden],
 * zero behind a sequence's length; slot 1 the last one [directions, batch, hidden], zero for a
 * sequence of no steps. Where the batch comes first, the four are [batch, steps, features], [batch,
 * directions, hidden], [batch, steps, directions, hidden] and [batch, directions, hidden].
 *
 * <p>All but the lengths have one dtype, F64, F32, F16 or BF16; half types are computed in float32
 * and rounded when they are stored. A gate is {@code (x * W + h * R) + (Wb + Rb)}, in that order,
 * products summed over their inner axis with one fused multiply-add a step.
 */
public sealed interface RecurrentOp extends Op {
  /** In which order a direction takes the steps. */
  enum Direction {
    FORWARD,
    REVERSE,
    /** Forward, then reverse. */
    BIDIRECTIONAL;

    public int count() {
      return this == BIDIRECTIONAL ? 2 : 1;
    }

    public boolean isReverse(int direction) {
      return this == REVERSE || direction == 1;
    }
  }

  /**
   * What all recurrent networks have.
   *
   * @param hidden length of the hidden state
   * @param functions as many as a cell has, per direction
   * @param clip bounds the functions' arguments to [-clip, clip]; infinity does not
   * @param isBatchFirst see {@link RecurrentOp}
   */
  record Setup(
      Direction direction,
      int hidden,
      List<CellFunction> functions,
      float clip,
      boolean isBatchFirst) {
    public Setup {
      functions = List.copyOf(functions);
    }
  }

  Setup setup();

  /** Blocks of weights. */
  int gates();

  /** Functions of one direction. */
  int functions();

  @Override
  default List<DType> dtypes(Inference in) {
    DType dtype = in.dtype(0);
    RecurrentRule.checkDtypes(in, dtype);
    return List.of(dtype, dtype);
  }

  @Override
  default List<Shape> shapes(Inference in) {
    return new RecurrentRule(in, this).shapes();
  }

  @Override
  default boolean isRowwise(Inference in) {
    return setup().isBatchFirst()
        && in.hasRows(0)
        && !in.hasRows(RecurrentRule.WEIGHTS)
        && !in.hasRows(RecurrentRule.RECURRENT_WEIGHTS)
        && !in.hasRows(RecurrentRule.BIAS)
        && !in.hasRows(RecurrentRule.PEEPHOLES);
  }

  /** {@code h = f(gate)}. */
  record Rnn(Setup setup) implements RecurrentOp {
    @Override
    public OpKind kind() {
      return OpKind.RNN;
    }

    @Override
    public int gates() {
      return 1;
    }

    @Override
    public int functions() {
      return 1;
    }
  }

  /**
   * Gates z, r and h; {@code h' = (1 - f(z)) * g(h) + f(z) * h}, where the recurrent product of
   * gate h is of {@code f(r) * h}.
   *
   * @param resetsLinear the recurrent product of gate h is {@code f(r) * (h * R + Rb)} instead
   */
  record Gru(Setup setup, boolean resetsLinear) implements RecurrentOp {
    @Override
    public OpKind kind() {
      return OpKind.GRU;
    }

    @Override
    public int gates() {
      return 3;
    }

    @Override
    public int functions() {
      return 2;
    }
  }

  /**
   * Gates i, o, f and c; {@code c' = f(f) * c + f(i) * g(c)} and {@code h' = f(o) * h(c')}. Two
   * more operands: the initial cell state, shaped as the hidden one, and peepholes [directions, 3 *
   * hidden] for i, o and f, whose products with the cell state are added to the gates (o sees the
   * new one). Slot 2 is the last cell state.
   *
   * @param isCoupled {@code 1 - f(i)} takes the place of {@code f(f)}
   */
  record Lstm(Setup setup, boolean isCoupled) implements RecurrentOp {
    @Override
    public OpKind kind() {
      return OpKind.LSTM;
    }

    @Override
    public int gates() {
      return 4;
    }

    @Override
    public int functions() {
      return 3;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = RecurrentOp.super.dtypes(in).get(0);
      return List.of(dtype, dtype, dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Shape> shapes = RecurrentOp.super.shapes(in);
      return List.of(shapes.get(0), shapes.get(1), shapes.get(1));
    }
  }
}
