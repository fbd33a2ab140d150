package io.pelton.cpu.second;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.OptionalInt;

/**
 * Runs a CPU kernel on operands in the second device's memory, through arrays of its own, when its
 * turn in the queue comes.
 */
final class SecondKernel implements FixedKernel {
  private final FixedKernel kernel;
  private final String name;
  private final SecondMemory memory;

  /**
   * @param name of the alternative, for messages
   */
  SecondKernel(FixedKernel kernel, String name, SecondMemory memory) {
    this.kernel = kernel;
    this.name = name;
    this.memory = memory;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand[] hostIn = new Operand[in.length];
    for (int i = 0; i < in.length; i++) {
      hostIn[i] = in[i] == null ? null : shadow(in[i]);
    }
    Operand[] hostOut = new Operand[out.length];
    OptionalInt destructive = node.op().destructiveInput();
    for (int slot = 0; slot < out.length; slot++) {
      boolean isRewritten = slot == 0 && destructive.isPresent();
      hostOut[slot] = isRewritten ? hostIn[destructive.getAsInt()] : shadow(out[slot]);
    }
    Call call = kernel.bind(node, hostIn, hostOut);
    SecondQueue queue = (SecondQueue) node.queue();
    return rows -> {
      // operands may point elsewhere by the time that the task runs
      Piece[] sources = new Piece[in.length];
      for (int i = 0; i < in.length; i++) {
        boolean isRead = in[i] != null && in[i].constant().isEmpty();
        sources[i] = isRead ? Piece.of(in[i]) : null;
      }
      Piece[] targets = new Piece[out.length];
      for (int slot = 0; slot < out.length; slot++) {
        boolean isRewritten = slot == 0 && destructive.isPresent();
        Piece whole = Piece.of(out[slot]);
        targets[slot] = isRewritten ? whole : whole.first(rows, node.rows());
      }
      queue.enqueue(() -> run(node, () -> call.run(rows), sources, hostIn, targets, hostOut));
    };
  }

  private void run(
      NodeSpec node,
      Runnable call,
      Piece[] sources,
      Operand[] hostIn,
      Piece[] targets,
      Operand[] hostOut) {
    try {
      for (int i = 0; i < sources.length; i++) {
        if (sources[i] != null) {
          Piece source = sources[i];
          memory.move(source.storage(), source.from(), hostIn[i].storage(), 0, source.length());
        }
      }
      call.run();
      for (int slot = 0; slot < targets.length; slot++) {
        Piece target = targets[slot];
        memory.move(hostOut[slot].storage(), 0, target.storage(), target.from(), target.length());
      }
    } catch (EngineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new KernelFailure(node.name(), node.op().label(), name, e);
    }
  }

  /** The elements that an operand reaches in this run, as far as its storage has them. */
  private record Piece(Storage storage, long from, long length) {
    static Piece of(Operand operand) {
      Span span = Span.of(operand.layout());
      long from = span.from(operand);
      Storage storage = operand.storage();
      return new Piece(storage, from, Math.min(span.length(), storage.length() - from));
    }

    /** That of some of the rows, which follow one another. */
    Piece first(int rows, int bound) {
      return new Piece(storage, from, length / bound * rows);
    }
  }

  /** The same strides over an array that holds what they reach. */
  private Operand shadow(Operand operand) {
    Layout layout = operand.layout();
    Span span = Span.of(layout);
    HeapStorage storage = HeapStorage.allocate(operand.dtype(), span.length());
    Tensor tensor = new Tensor(storage, Layout.of(layout.dims(), layout.strides(), -span.lowest()));
    if (operand.constant().isEmpty()) {
      return Operand.on(tensor);
    }
    memory.move(operand.storage(), span.from(operand), storage, 0, span.length());
    return Operand.constant(tensor);
  }

  /**
   * The elements that a layout reaches.
   *
   * @param lowest the first of them, counted from where the tensor starts
   */
  private record Span(long lowest, long length) {
    static Span of(Layout layout) {
      long lowest = 0;
      long highest = 0;
      for (int axis = 0; axis < layout.rank(); axis++) {
        long reach = (layout.dim(axis) - 1) * layout.stride(axis);
        lowest += Math.min(reach, 0);
        highest += Math.max(reach, 0);
      }
      return layout.elements() == 0 ? new Span(0, 0) : new Span(lowest, highest - lowest + 1);
    }

    long from(Operand operand) {
      return operand.offset() + lowest;
    }
  }
}
