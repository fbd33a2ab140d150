package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a graph knows of its nodes beside the nodes themselves. */
final class SideTables {
  /** Longer integer tensors are data, not shapes. */
  private static final int MAX_INTEGERS = 1024;

  final Map<NodeId, Tensor> constants = new HashMap<>();
  final Set<NodeId> session = new HashSet<>();
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
    if (from.session.contains(old)) {
      session.add(id);
    }
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
