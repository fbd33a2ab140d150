package io.pelton.cuda.kernel.elementwise;

import static io.pelton.cuda.kernel.elementwise.Elements.FLOATS;
import static io.pelton.cuda.kernel.elementwise.Elements.INTEGERS;
import static io.pelton.cuda.kernel.elementwise.Elements.SIGNED;
import static io.pelton.cuda.kernel.elementwise.Elements.UNSIGNED;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Ops of one operand without attributes. */
final class UnaryKernels {
  private final DeviceKernels kernels;

  UnaryKernels(DeviceKernels kernels) {
    this.kernels = kernels;
  }

  void register() {
    UnaryFunction.KINDS.forEach(kind -> add(kind, FLOATS));
    add(OpKind.NOT, List.of(DType.BOOL));
    add(OpKind.NOT, INTEGERS);
    add(OpKind.RELU, SIGNED);
    add(OpKind.NEG, SIGNED);
    add(OpKind.ABS, SIGNED);
    add(OpKind.ABS, UNSIGNED);
    add(OpKind.SIGN, SIGNED);
    add(OpKind.SIGN, UNSIGNED);
  }

  private void add(OpKind kind, List<DType> dtypes) {
    for (DType dtype : dtypes) {
      UnaryFunction function = UnaryFunction.of(kind, dtype);
      kernels.add(kind, "elementwise", function, List.of(dtype), List.of(dtype));
    }
  }
}
