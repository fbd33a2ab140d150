package io.pelton.cuda.kernel.elementwise;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** Cast between numbers and booleans, and BitCast between numbers. */
final class CastKernels {
  /** {@code Target} of {@code cast.cu}, in order. */
  private static final List<DType> TARGETS = targets();

  /** {@code TOGETHER} of {@code cast.cu}. */
  private static final int TOGETHER = 4;

  private final DeviceKernels kernels;
  private final DeviceKernels overwriting;

  /**
   * @param overwriting those that may run in place
   */
  CastKernels(DeviceKernels kernels, DeviceKernels overwriting) {
    this.kernels = kernels;
    this.overwriting = overwriting;
  }

  private static List<DType> targets() {
    List<DType> targets = new ArrayList<>(Elements.NUMBERS);
    targets.add(DType.BOOL);
    return List.copyOf(targets);
  }

  void register() {
    for (DType from : TARGETS) {
      for (DType to : TARGETS) {
        DeviceKernels registry = from == to ? overwriting : kernels;
        registry.add(OpKind.CAST, "elementwise", CastKernels::cast, List.of(from), List.of(to));
        if (from != to && from.bits() == to.bits() && from.isNumeric() && to.isNumeric()) {
          kernels.add(OpKind.BIT_CAST, "copy", CastKernels::move, List.of(from), List.of(to));
        }
      }
    }
  }

  private static Call cast(NodeSpec node, Operand[] in, Operand[] out) {
    int target = TARGETS.indexOf(out[0].dtype());
    return new Mapping(node, "cast", out[0])
        .of(in[0])
        .with(launch -> launch.i32(target))
        .call("cast", Elements.suffix(in[0].dtype()), TOGETHER);
  }

  private static Call move(NodeSpec node, Operand[] in, Operand[] out) {
    DType dtype = out[0].dtype();
    return new Mapping(node, "selection", out[0])
        .of(in[0])
        .call("same", Elements.bits(dtype), Elements.together(dtype));
  }
}
