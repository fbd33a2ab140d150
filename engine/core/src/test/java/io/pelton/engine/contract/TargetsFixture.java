package io.pelton.engine.contract;

import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Graphs with several outputs, and memory for them. */
abstract class TargetsFixture extends GraphFixture {
  static final Extent THREE = Extent.fixed(3);

  boolean isOnHost() {
    return machine().pinned().isHost();
  }

  OutputTargets targets(ExecutableGraph executable) {
    return capability(executable, OutputTargets.class);
  }

  static Tensor batch(int rows, int columns) {
    return Tensor.of(slice(random(65 * columns), 0, rows * columns), rows, columns);
  }

  static List<GuardedMemory> bothMemories(DType dtype, long... dims) {
    return List.of(GuardedMemory.onHeap(dtype, dims), GuardedMemory.outside(dtype, dims));
  }

  static NamedGraph ends(NamedGraph named, Map<String, ValueId> outputs) {
    return new NamedGraph("test", named.graph(), named.inputs(), outputs);
  }

  /** y0, y1, ... of the input x. */
  NamedGraph outputs(ValueId x, ValueId... outputs) {
    Map<String, ValueId> ends = new LinkedHashMap<>();
    for (ValueId output : outputs) {
      ends.put("y" + ends.size(), output);
    }
    return ends(named(x, "x", x), ends);
  }

  ValueId relu(ValueId x) {
    return graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), x);
  }
}
