package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RecurrentOp.Lstm;
import io.pelton.engine.kernel.Operand;
import java.util.List;

/** LSTM. */
final class LstmCell<A> implements Cell<A> {
  private static final int INPUT = 0;
  private static final int OUTPUT = 1;
  private static final int FORGET = 2;
  private static final int CANDIDATE = 3;
  private static final int PEEPHOLES = 7;

  private final boolean isCoupled;
  private final Gates<A> gates;
  private final List<Unary<A, A>> functions;
  private final int length;
  private final int directions;
  private final Binary<A, A> add;
  private final Binary<A, A> subtract;
  private final Binary<A, A> multiply;
  private final Blocks<A> peepholes;
  private final A ones;
  private final A input;
  private final A forget;
  private final A scratch;

  LstmCell(Lstm op, Operand[] in, Gates<A> gates, CellLoops<A> loops) {
    this.isCoupled = op.isCoupled();
    this.gates = gates;
    this.functions = loops.functions(op.setup());
    this.length = gates.hidden();
    this.directions = op.setup().direction().count();
    this.add = loops.binary(OpKind.ADD);
    this.subtract = loops.binary(OpKind.SUB);
    this.multiply = loops.binary(OpKind.MUL);
    this.peepholes =
        in.length > PEEPHOLES && in[PEEPHOLES] != null
            ? loops.lane().blocks(in[PEEPHOLES], in[PEEPHOLES].layout(), 3 * directions * length)
            : null;
    this.ones = loops.filled(length, 1);
    this.input = loops.lane().allocate(length);
    this.forget = loops.lane().allocate(length);
    this.scratch = loops.lane().allocate(length);
  }

  @Override
  public void start() {
    if (peepholes != null) {
      peepholes.read(0, 3 * directions * length);
    }
  }

  @Override
  public void step(int direction, A h, A c) {
    Unary<A, A> f = functions.get(3 * direction);
    gate(direction, INPUT, h, c, f, input);
    if (isCoupled) {
      subtract.apply(ones, 0, input, 0, forget, 0, length);
    } else {
      gate(direction, FORGET, h, c, f, forget);
    }
    gates.sum(direction, CANDIDATE, h, scratch);
    functions.get(3 * direction + 1).apply(scratch, 0, scratch, 0, length);
    multiply.apply(input, 0, scratch, 0, scratch, 0, length);
    multiply.apply(forget, 0, c, 0, c, 0, length);
    add.apply(c, 0, scratch, 0, c, 0, length);
    gate(direction, OUTPUT, h, c, f, input);
    functions.get(3 * direction + 2).apply(c, 0, scratch, 0, length);
    multiply.apply(input, 0, scratch, 0, h, 0, length);
  }

  /** A gate that looks at the cell state through a peephole, if there are any. */
  private void gate(int direction, int gate, A h, A c, Unary<A, A> function, A target) {
    gates.sum(direction, gate, h, target);
    if (peepholes != null) {
      int at = peepholes.at() + (3 * direction + gate) * length;
      multiply.apply(peepholes.array(), at, c, 0, scratch, 0, length);
      add.apply(target, 0, scratch, 0, target, 0, length);
    }
    function.apply(target, 0, target, 0, length);
  }
}
