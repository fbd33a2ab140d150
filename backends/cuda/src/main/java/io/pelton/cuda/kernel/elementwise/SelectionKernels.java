package io.pelton.cuda.kernel.elementwise;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Where and Clip. */
final class SelectionKernels {
  private static final String MODULE = "selection";

  private final DeviceKernels kernels;
  private final DeviceKernels overwriting;

  /**
   * @param overwriting those that may run in place
   */
  SelectionKernels(DeviceKernels kernels, DeviceKernels overwriting) {
    this.kernels = kernels;
    this.overwriting = overwriting;
  }

  void register() {
    Elements.NUMBERS.forEach(
        dtype -> {
          addWhere(List.of(DType.BOOL, dtype), dtype);
          overwriting.add(
              OpKind.CLIP, "elementwise", SelectionKernels::clip, List.of(dtype), List.of(dtype));
        });
    addWhere(List.of(DType.BOOL), DType.BOOL);
  }

  private void addWhere(List<DType> inputs, DType dtype) {
    DeviceKernels registry = dtype == DType.BOOL ? overwriting : kernels;
    registry.add(OpKind.WHERE, "elementwise", SelectionKernels::where, inputs, List.of(dtype));
  }

  private static Call where(NodeSpec node, Operand[] in, Operand[] out) {
    DType dtype = out[0].dtype();
    return new Mapping(node, MODULE, out[0])
        .of(in[0], in[1], in[2])
        .call("where", Elements.bits(dtype), Elements.together(dtype));
  }

  private static Call clip(NodeSpec node, Operand[] in, Operand[] out) {
    DType dtype = out[0].dtype();
    return new Mapping(node, MODULE, out[0])
        .of(in[0])
        .bound(in.length > 1 ? in[1] : null)
        .bound(in.length > 2 ? in[2] : null)
        .call("clip", Elements.suffix(dtype), Elements.together(dtype));
  }
}
