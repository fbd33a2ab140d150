package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.kernel.elementwise.Binary;
import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RecurrentOp.Gru;
import java.util.List;

/** GRU. */
final class GruCell<A> implements Cell<A> {
  private static final int UPDATE = 0;
  private static final int RESET = 1;
  private static final int HIDDEN = 2;

  private final boolean resetsLinear;
  private final Gates<A> gates;
  private final List<Unary<A, A>> functions;
  private final int length;
  private final Binary<A, A> add;
  private final Binary<A, A> subtract;
  private final Binary<A, A> multiply;
  private final A ones;
  private final A update;
  private final A reset;
  private final A next;

  GruCell(Gru op, Gates<A> gates, CellLoops<A> loops) {
    this.resetsLinear = op.resetsLinear();
    this.gates = gates;
    this.functions = loops.functions(op.setup());
    this.length = gates.hidden();
    this.add = loops.binary(OpKind.ADD);
    this.subtract = loops.binary(OpKind.SUB);
    this.multiply = loops.binary(OpKind.MUL);
    this.ones = loops.filled(length, 1);
    this.update = loops.lane().allocate(length);
    this.reset = loops.lane().allocate(length);
    this.next = loops.lane().allocate(length);
  }

  @Override
  public void step(int direction, A h, A c) {
    Unary<A, A> f = functions.get(2 * direction);
    Unary<A, A> g = functions.get(2 * direction + 1);
    gates.sum(direction, UPDATE, h, update);
    f.apply(update, 0, update, 0, length);
    gates.sum(direction, RESET, h, reset);
    f.apply(reset, 0, reset, 0, length);
    if (resetsLinear) {
      gates.recurrent(direction, HIDDEN, h, next);
      multiply.apply(reset, 0, next, 0, next, 0, length);
      gates.addInput(direction, HIDDEN, next);
    } else {
      multiply.apply(reset, 0, h, 0, reset, 0, length);
      gates.sum(direction, HIDDEN, reset, next);
    }
    g.apply(next, 0, next, 0, length);
    subtract.apply(ones, 0, update, 0, reset, 0, length);
    multiply.apply(reset, 0, next, 0, next, 0, length);
    multiply.apply(update, 0, h, 0, h, 0, length);
    add.apply(next, 0, h, 0, h, 0, length);
  }
}
