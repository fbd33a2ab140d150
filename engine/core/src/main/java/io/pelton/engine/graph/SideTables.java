package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a graph knows of its nodes beside the nodes themselves. */
final class SideTables {
  /** Longer integer tensors are data, not shapes. */
  private static final int MAX_INTEGERS = 1024;

  final Map<NodeId, Tensor> constants = new HashMap<>();
  private final Map<NodeId, StorageClass> inputs = new HashMap<>();
  final Map<NodeId, DeviceId> placements = new HashMap<>();
  final Map<NodeId, String> backends = new HashMap<>();

  /** Where the arms of a branch part. */
  final Map<NodeId, NodeId> divergences = new HashMap<>();

  boolean isRewritten;

  /** Takes over what is true of a node wherever it is copied to. */
  void copy(SideTables from, NodeId old, NodeId id) {
    copy(from.constants, old, constants, id);
    copy(from.placements, old, placements, id);
    copy(from.backends, old, backends, id);
    copy(from.inputs, old, inputs, id);
  }

  /** Says whom an input's memory belongs to. */
  void mark(Graph graph, ValueId input, StorageClass as) {
    Inference in = graph.inference(input.node());
    in.check(
        graph.op(input.node()) instanceof SourceOp.Input, "only an input can be " + as.label());
    StorageClass before = inputs.getOrDefault(input.node(), as);
    in.check(before == as, "it is " + before.label() + " and can't be " + as.label() + " too");
    if (as == StorageClass.PARAMETER) {
      checkParameter(in, graph.type(input));
    }
    inputs.put(input.node(), as);
  }

  StorageClass storageClass(NodeId node, Op op) {
    return inputs.getOrDefault(
        node, op instanceof SourceOp ? StorageClass.SHARED : StorageClass.TRANSIENT);
  }

  /** A parameter becomes a constant, whose shape is known. */
  private static void checkParameter(Inference in, ValueType type) {
    boolean isFixed =
        type instanceof TensorType tensor
            && tensor.shape().isRanked()
            && tensor.shape().extents().stream().allMatch(Extent::isFixed);
    in.check(isFixed, "a parameter should be a tensor of a fixed shape but is " + type);
  }

  private static <T> void copy(Map<NodeId, T> from, NodeId old, Map<NodeId, T> to, NodeId id) {
    T known = from.get(old);
    if (known != null) {
      to.put(id, known);
    }
  }

  /** The elements of an integer tensor that is short enough to be a shape, else null. */
  static List<DynScalar> smallIntegers(Tensor tensor) {
    boolean isIntegers = tensor.dtype() == DType.I64 || tensor.dtype() == DType.I32;
    if (!isIntegers || tensor.layout().elements() > MAX_INTEGERS || tensor.layout().rank() > 1) {
      return null;
    }
    return Arrays.stream(tensor.toLongs()).mapToObj(DynScalar::of).toList();
  }
}
