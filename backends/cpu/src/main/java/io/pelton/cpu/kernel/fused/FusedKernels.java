package io.pelton.cpu.kernel.fused;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.elementwise.Rounding;
import io.pelton.cpu.kernel.elementwise.UnaryCall;
import io.pelton.engine.graph.ElementwiseOp.Gelu;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Fused elementwise programs of F32 and F64, and Gelu of these, F16 and BF16. */
public final class FusedKernels {
  private FusedKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSingles(kernels, FloatingLoops.SINGLES);
    addPrograms(kernels, DType.F64, FloatingLoops.DOUBLES, Rounding.doubles());
    addGelu(kernels, DType.F64, FloatingLoops.DOUBLES, Rounding.doubles());
  }

  /** Those of floats of up to 32 bits, made of such loops. */
  public static void registerSingles(HostKernels kernels, FloatingLoops<float[]> loops) {
    addPrograms(kernels, DType.F32, loops, Rounding.singles(DType.F32));
    for (DType dtype : SINGLES) {
      addGelu(kernels, dtype, loops, Rounding.singles(dtype));
    }
  }

  private static <A> void addPrograms(
      HostKernels kernels, DType dtype, FloatingLoops<A> loops, Rounding<A> rounding) {
    FixedKernel kernel =
        (node, in, out) -> {
          FusedOp.Elementwise op = (FusedOp.Elementwise) node.op();
          return bind(node, new ProgramBinder<>(loops, rounding, op.program()), List.of(in), out);
        };
    kernels.add(OpKind.FUSED_ELEMENTWISE, kernel, dtype, dtype);
    kernels.add(OpKind.FUSED_ELEMENTWISE, kernel, dtype, DType.BOOL, dtype);
  }

  private static <A> void addGelu(
      HostKernels kernels, DType dtype, FloatingLoops<A> loops, Rounding<A> rounding) {
    FixedKernel kernel =
        (node, in, out) -> {
          if (((Gelu) node.op()).approximation() == Gelu.Approximation.NONE) {
            return UnaryCall.of(node, loops.lane(), loops.gelu(), in[0], out[0]);
          }
          LoweredProgram lowered = LoweredProgram.of(node);
          List<Operand> inputs = new ArrayList<>(List.of(in));
          for (Tensor constant : lowered.constants()) {
            inputs.add(Operand.constant(constant));
          }
          return bind(node, new ProgramBinder<>(loops, rounding, lowered.program()), inputs, out);
        };
    kernels.add(OpKind.GELU, kernel, dtype, dtype);
  }

  private static Call bind(
      NodeSpec node, ProgramBinder<?> binder, List<Operand> in, Operand[] out) {
    return binder.bind(
        new Rows(node, out[0]).elements(1), in, in.stream().map(Operand::layout).toList(), out[0]);
  }
}
