package io.pelton.engine.realize;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** A body with its ends by position, which are all tensors. */
final class Body {
  private final NamedGraph graph;
  private final List<Port> inputs;
  private final List<Port> outputs;

  Body(NamedGraph graph) {
    this.graph = graph;
    this.inputs = graph.inputPorts();
    this.outputs = graph.outputPorts();
  }

  NamedGraph graph() {
    return graph;
  }

  int outputs() {
    return outputs.size();
  }

  String inputName(int position) {
    return inputs.get(position).name();
  }

  String outputName(int position) {
    return outputs.get(position).name();
  }

  TensorType inputType(int position) {
    return (TensorType) inputs.get(position).type();
  }

  TensorType outputType(int position) {
    return (TensorType) outputs.get(position).type();
  }

  /** True when the type says nothing of the tensor that does not hold. */
  static boolean isOf(TensorType type, Tensor tensor) {
    Shape shape = type.shape();
    long[] dims = tensor.dims();
    boolean fits = tensor.dtype() == type.dtype();
    if (shape.isRanked()) {
      fits &= shape.rank() == dims.length;
      for (int axis = 0; fits && axis < dims.length; axis++) {
        fits = !shape.extent(axis).isFixed() || shape.extent(axis).max() == dims[axis];
      }
    }
    return fits;
  }

  /** Dims of a tensor with one element, of the rank that the input declares. */
  long[] singleDims(int input) {
    Shape shape = inputType(input).shape();
    long[] dims = new long[shape.isRanked() ? shape.rank() : 0];
    Arrays.fill(dims, 1);
    return dims;
  }
}
