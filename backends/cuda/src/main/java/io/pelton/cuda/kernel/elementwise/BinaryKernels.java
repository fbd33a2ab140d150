package io.pelton.cuda.kernel.elementwise;

import static io.pelton.cuda.kernel.elementwise.Elements.FLOATS;
import static io.pelton.cuda.kernel.elementwise.Elements.INTEGERS;
import static io.pelton.cuda.kernel.elementwise.Elements.NUMBERS;
import static io.pelton.cuda.kernel.elementwise.Elements.UNSIGNED;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Arithmetic, powers, remainders, bits and shifts of two operands, and comparisons of them. */
final class BinaryKernels {
  /** {@code Code} of {@code binary.cu}, in order. */
  private static final List<OpKind> CODES =
      List.of(
          OpKind.ADD,
          OpKind.SUB,
          OpKind.MUL,
          OpKind.MIN,
          OpKind.MAX,
          OpKind.DIV,
          OpKind.AND,
          OpKind.OR,
          OpKind.XOR,
          OpKind.SHIFT_LEFT,
          OpKind.SHIFT_RIGHT);

  /** {@code Code} of {@code comparison.cu}, in order. */
  private static final List<OpKind> COMPARISONS =
      List.of(
          OpKind.EQUAL, OpKind.LESS, OpKind.GREATER, OpKind.LESS_OR_EQUAL, OpKind.GREATER_OR_EQUAL);

  private final DeviceKernels kernels;
  private final DeviceKernels comparing;

  /**
   * @param kernels those that may run in place
   * @param comparing those of comparisons
   */
  BinaryKernels(DeviceKernels kernels, DeviceKernels comparing) {
    this.kernels = kernels;
    this.comparing = comparing;
  }

  void register() {
    for (OpKind kind : List.of(OpKind.ADD, OpKind.SUB, OpKind.MUL, OpKind.MIN, OpKind.MAX)) {
      NUMBERS.forEach(dtype -> add(kind, dtype, arithmetic(kind, dtype)));
    }
    FLOATS.forEach(dtype -> add(OpKind.DIV, dtype, arithmetic(OpKind.DIV, dtype)));
    INTEGERS.forEach(dtype -> add(OpKind.DIV, dtype, BinaryKernels::divide));
    for (OpKind kind : List.of(OpKind.AND, OpKind.OR, OpKind.XOR)) {
      INTEGERS.forEach(dtype -> add(kind, dtype, arithmetic(kind, dtype)));
      add(kind, DType.BOOL, arithmetic(kind, DType.BOOL));
    }
    for (OpKind kind : List.of(OpKind.SHIFT_LEFT, OpKind.SHIFT_RIGHT)) {
      UNSIGNED.forEach(dtype -> add(kind, dtype, arithmetic(kind, dtype)));
    }
    for (DType dtype : FLOATS) {
      add(OpKind.POW, dtype, (node, in, out) -> powerOrRemainder(node, true, in, out[0]));
      add(OpKind.FMOD, dtype, (node, in, out) -> powerOrRemainder(node, false, in, out[0]));
    }
    add(OpKind.POW, DType.I64, BinaryKernels::power);
    for (OpKind kind : COMPARISONS) {
      NUMBERS.forEach(dtype -> addComparison(kind, dtype));
    }
    addComparison(OpKind.EQUAL, DType.BOOL);
  }

  private void add(OpKind kind, DType dtype, FixedKernel kernel) {
    kernels.add(kind, "elementwise", kernel, List.of(dtype), List.of(dtype));
  }

  private void addComparison(OpKind kind, DType dtype) {
    int code = COMPARISONS.indexOf(kind);
    FixedKernel kernel =
        (node, in, out) ->
            new Mapping(node, "comparison", out[0])
                .of(in[0], in[1])
                .with(launch -> launch.i32(code))
                .call("compare", Elements.suffix(dtype), Elements.together(dtype));
    DeviceKernels registry = dtype == DType.BOOL ? kernels : comparing;
    registry.add(kind, "elementwise", kernel, List.of(dtype), List.of(DType.BOOL));
  }

  private static FixedKernel arithmetic(OpKind kind, DType dtype) {
    int code = CODES.indexOf(kind);
    return (node, in, out) ->
        new Mapping(node, "binary", out[0])
            .of(in[0], in[1])
            .with(launch -> launch.i32(code))
            .call("binary", Elements.suffix(dtype), Elements.together(dtype));
  }

  /** A zero divisor is refused, with its row. */
  private static Call divide(NodeSpec node, Operand[] in, Operand[] out) {
    Refusal refusal =
        Refusal.ofRow(node, out[0].layout().elements() / node.rows(), "divides an integer by zero");
    return new Mapping(node, "binary", out[0])
        .of(in[0], in[1])
        .with(launch -> launch.watch(refusal))
        .strided("divide" + Elements.suffix(out[0].dtype()));
  }

  private static Call powerOrRemainder(NodeSpec node, boolean isPower, Operand[] in, Operand out) {
    return new Mapping(node, "functions", out)
        .of(in[0], in[1])
        .with(launch -> launch.i32(isPower ? 1 : 0))
        .strided("power_or_remainder" + Elements.suffix(out.dtype()));
  }

  private static Call power(NodeSpec node, Operand[] in, Operand[] out) {
    return new Mapping(node, "functions", out[0]).of(in[0], in[1]).strided("power_i64");
  }
}
