package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.kernel.elementwise.Unary;
import io.pelton.engine.graph.RecurrentOp.Rnn;
import java.util.List;

/** RNN. */
final class RnnCell<A> implements Cell<A> {
  private final Gates<A> gates;
  private final List<Unary<A, A>> functions;
  private final A sum;

  RnnCell(Rnn op, Gates<A> gates, CellLoops<A> loops) {
    this.gates = gates;
    this.functions = loops.functions(op.setup());
    this.sum = loops.lane().allocate(gates.hidden());
  }

  @Override
  public void step(int direction, A h, A c) {
    gates.sum(direction, 0, h, sum);
    functions.get(direction).apply(sum, 0, h, 0, gates.hidden());
  }
}
