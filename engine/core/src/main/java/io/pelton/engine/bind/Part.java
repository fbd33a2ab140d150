package io.pelton.engine.bind;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A call on slices of a step's operands. */
final class Part {
  private record Moved(Operand slice, Operand whole, long stride) {
    void moveTo(long from) {
      slice.point(whole.storage(), whole.offset() + from * stride);
    }
  }

  private final NodeSpec node;
  private final Call call;
  private final Moved[] moved;

  private Part(NodeSpec node, Call call, List<Moved> moved) {
    this.node = node;
    this.call = call;
    this.moved = moved.toArray(new Moved[0]);
  }

  /**
   * @param from where the part lies, for weights, which don't move
   * @param length of the slices, at most
   * @return empty where the op does not give such slices
   */
  static Optional<Part> bind(
      NodeSpec node,
      FixedKernel kernel,
      Slicing slicing,
      Operand[] in,
      Operand[] out,
      long from,
      long length) {
    List<Moved> moved = new ArrayList<>();
    Operand[] inputs = new Operand[in.length];
    Operand[] outputs = new Operand[out.length];
    for (int i = 0; i < in.length; i++) {
      inputs[i] = slice(in[i], slicing.in()[i], from, length, moved);
    }
    for (int slot = 0; slot < out.length; slot++) {
      outputs[slot] = slice(out[slot], slicing.out()[slot], from, length, moved);
    }
    int rows = slicing.areRows() ? Math.toIntExact(length) : 1;
    return inference(node, inputs, outputs)
        .map(inference -> node.part(node.op(), inference, rows))
        .map(spec -> new Part(spec, kernel.bind(spec, inputs, outputs), moved));
  }

  private static Operand slice(
      Operand whole, int axis, long from, long length, List<Moved> moved) {
    if (axis == Slicing.WHOLE) {
      return whole;
    }
    Layout layout = whole.layout().slice(axis, from, length, 1);
    if (whole.constant().isPresent()) {
      return Operand.constant(new Tensor(whole.storage(), layout));
    }
    Operand slice = Operand.of(whole.dtype(), layout);
    moved.add(new Moved(slice, whole, whole.layout().stride(axis)));
    return slice;
  }

  /** The op's rules applied to the slices, where they give slices of the outputs' lengths. */
  private static Optional<Inference> inference(NodeSpec node, Operand[] in, Operand[] out) {
    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    for (Operand operand : in) {
      operands.add(operand == null ? ValueId.ABSENT : graph.input("operand", type(operand)));
    }
    NodeId id = graph.add(node.name(), node.op(), operands);
    List<ValueType> types = Arrays.stream(out).<ValueType>map(Part::type).toList();
    return graph.types(id).equals(types) ? Optional.of(graph.inference(id)) : Optional.empty();
  }

  private static TensorType type(Operand operand) {
    return ValueType.tensor(operand.dtype(), Shape.fixed(operand.layout().dims()));
  }

  /**
   * @param from first slice
   * @param rows of the part
   */
  void run(long from, int rows) {
    for (Moved operand : moved) {
      operand.moveTo(from);
    }
    try {
      call.run(rows);
    } catch (InvalidValue e) {
      throw e.row() < 0 || from == 0 ? e : atRow(e, from + e.row());
    }
  }

  /** The error, which counts rows from the part's first. */
  private InvalidValue atRow(InvalidValue error, long row) {
    InvalidValue moved = node.invalid(row, error.reason());
    moved.initCause(error);
    return moved;
  }
}
