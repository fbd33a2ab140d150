package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.RecurrentOp;
import io.pelton.engine.kernel.Operand;

/** One kind of state of a sequence: where it starts, and where the last one goes. */
final class States<A> {
  private final A state;
  private final A zeros;
  private final Blocks<A> initial;
  private final Output<A> last;
  private final int length;
  private final int batch;
  private final int directions;
  private final boolean isBatchFirst;

  /**
   * @param initial null for zeros
   */
  States(RecurrentOp.Setup setup, int batch, Operand initial, Operand last, Lane<A> lane) {
    this.length = setup.hidden();
    this.batch = batch;
    this.directions = setup.direction().count();
    this.isBatchFirst = setup.isBatchFirst();
    this.state = lane.allocate(length);
    this.zeros = lane.allocate(length);
    this.initial = initial == null ? null : lane.blocks(initial, initial.layout(), length);
    this.last = lane.output(last, length);
  }

  static Operand optional(Operand[] in, int operand) {
    return operand < in.length ? in[operand] : null;
  }

  A state() {
    return state;
  }

  private int place(int direction, int sequence) {
    return (isBatchFirst ? sequence * directions + direction : direction * batch + sequence)
        * length;
  }

  void start(int direction, int sequence) {
    if (initial == null) {
      System.arraycopy(zeros, 0, state, 0, length);
    } else {
      initial.read(place(direction, sequence), length);
      System.arraycopy(initial.array(), initial.at(), state, 0, length);
    }
  }

  /**
   * @param isEmpty the sequence has no steps
   */
  void finish(int direction, int sequence, boolean isEmpty) {
    write(isEmpty ? zeros : state, last, place(direction, sequence));
  }

  /** Writes the state elsewhere, too. */
  void writeTo(Output<A> target, int at) {
    write(state, target, at);
  }

  void writeZerosTo(Output<A> target, int at) {
    write(zeros, target, at);
  }

  private void write(A source, Output<A> target, int at) {
    target.open(at, length);
    System.arraycopy(source, 0, target.array(), target.at(), length);
    target.commit();
  }
}
