package io.pelton.cpu.second;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.OptionalInt;

/** Runs a CPU kernel on operands in the second device's memory, through arrays of its own. */
final class SecondKernel implements FixedKernel {
  private final FixedKernel kernel;
  private final SecondMemory memory;

  SecondKernel(FixedKernel kernel, SecondMemory memory) {
    this.kernel = kernel;
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
    return rows -> {
      for (int i = 0; i < in.length; i++) {
        if (in[i] != null && in[i].constant().isEmpty()) {
          Span span = Span.of(in[i].layout());
          memory.move(in[i].storage(), span.from(in[i]), hostIn[i].storage(), 0, span.length());
        }
      }
      call.run(rows);
      for (int slot = 0; slot < out.length; slot++) {
        Span span = Span.of(out[slot].layout());
        memory.move(
            hostOut[slot].storage(), 0, out[slot].storage(), span.from(out[slot]), span.length());
      }
    };
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
