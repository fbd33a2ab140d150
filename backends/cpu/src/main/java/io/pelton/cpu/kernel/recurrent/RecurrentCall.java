package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.RecurrentOp;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** Takes one sequence after the other, and each of its steps, through a cell. */
final class RecurrentCall<A> implements Call {
  private static final int LENGTHS = 4;
  private static final int HIDDEN = 5;
  private static final int CELL = 6;

  private final NodeSpec node;
  private final RecurrentOp.Setup setup;
  private final int directions;
  private final int steps;
  private final int batch;
  private final int features;
  private final Gates<A> gates;
  private final Cell<A> cell;
  private final Blocks<A> x;
  private final LongBlocks lengths;
  private final States<A> hidden;
  private final States<A> cells;
  private final Output<A> y;

  RecurrentCall(NodeSpec node, Operand[] in, Operand[] out, CellLoops<A> loops) {
    RecurrentOp op = (RecurrentOp) node.op();
    this.node = node;
    this.setup = op.setup();
    this.directions = setup.direction().count();
    Layout given = in[0].layout();
    Layout sequences = setup.isBatchFirst() ? given : given.permute(1, 0, 2);
    this.batch = Math.toIntExact(sequences.dim(0));
    this.steps = Math.toIntExact(sequences.dim(1));
    this.features = Math.toIntExact(sequences.dim(2));
    this.gates = new Gates<>(node, in, loops);
    this.cell = cell(op, in, loops);
    this.x = loops.lane().blocks(in[0], sequences, features);
    Operand lengthOperand = States.optional(in, LENGTHS);
    this.lengths =
        lengthOperand == null ? null : LongBlocks.of(lengthOperand, lengthOperand.layout(), 1);
    this.hidden = new States<>(setup, batch, States.optional(in, HIDDEN), out[1], loops.lane());
    this.cells =
        out.length == 3
            ? new States<>(setup, batch, States.optional(in, CELL), out[2], loops.lane())
            : null;
    this.y = loops.lane().output(out[0], setup.hidden());
  }

  private Cell<A> cell(RecurrentOp op, Operand[] in, CellLoops<A> loops) {
    if (op instanceof RecurrentOp.Lstm lstm) {
      return new LstmCell<>(lstm, in, gates, loops);
    }
    return op instanceof RecurrentOp.Gru gru
        ? new GruCell<>(gru, gates, loops)
        : new RnnCell<>((RecurrentOp.Rnn) op, gates, loops);
  }

  @Override
  public void run(int activeRows) {
    int sequences = setup.isBatchFirst() ? activeRows * (batch / node.rows()) : batch;
    if (sequences == 0) {
      return;
    }
    gates.start();
    cell.start();
    for (int sequence = 0; sequence < sequences; sequence++) {
      int length = length(sequence);
      for (int direction = 0; direction < directions; direction++) {
        walk(direction, sequence, length);
      }
    }
  }

  private int length(int sequence) {
    if (lengths == null) {
      return steps;
    }
    lengths.read(sequence, 1);
    long length = lengths.array()[lengths.at()];
    if (length < 0 || length > steps) {
      throw node.invalid(
          node.rows() == 1 ? -1 : sequence,
          "a sequence should have 0 to " + steps + " steps but has " + length);
    }
    return (int) length;
  }

  private void walk(int direction, int sequence, int length) {
    boolean isReverse = setup.direction().isReverse(direction);
    hidden.start(direction, sequence);
    if (cells != null) {
      cells.start(direction, sequence);
    }
    A c = cells == null ? null : cells.state();
    for (int done = 0; done < length; done++) {
      int step = isReverse ? length - 1 - done : done;
      x.read((sequence * steps + step) * features, features);
      gates.read(x.array(), x.at(), direction);
      cell.step(direction, hidden.state(), c);
      hidden.writeTo(y, place(direction, sequence, step));
    }
    for (int step = length; step < steps; step++) {
      hidden.writeZerosTo(y, place(direction, sequence, step));
    }
    hidden.finish(direction, sequence, length == 0);
    if (cells != null) {
      cells.finish(direction, sequence, length == 0);
    }
  }

  private int place(int direction, int sequence, int step) {
    int state =
        setup.isBatchFirst()
            ? (sequence * steps + step) * directions + direction
            : (step * directions + direction) * batch + sequence;
    return state * setup.hidden();
  }
}
