package io.pelton.cpu.kernel.recurrent;

import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.elementwise.FloatingLoops;
import io.pelton.cpu.kernel.matmul.RowProduct;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** RNN, GRU and LSTM of F64, F32, F16 and BF16. */
public final class RecurrentKernels {
  private static final CellLoops<double[]> DOUBLES =
      new CellLoops<>(
          FloatingLoops.DOUBLES, RowProduct.doubles(), Arrays::fill, DoubleFunctions::of);

  private RecurrentKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    registerSingles(kernels, FloatingLoops.SINGLES, RowProduct.floats());
    add(kernels, DType.F64, (node, in, out) -> new RecurrentCall<>(node, in, out, DOUBLES));
  }

  /** Those of F32, F16 and BF16. */
  public static void registerSingles(
      HostKernels kernels, FloatingLoops<float[]> loops, RowProduct<float[]> product) {
    CellLoops<float[]> cells =
        new CellLoops<>(
            loops,
            product,
            (array, value) -> Arrays.fill(array, value.floatValue()),
            function -> FloatFunctions.of(loops, function));
    FixedKernel singles = (node, in, out) -> new RecurrentCall<>(node, in, out, cells);
    DTypes.SINGLES.forEach(dtype -> add(kernels, dtype, singles));
  }

  /** With and without lengths, which other operands may follow. */
  private static void add(HostKernels kernels, DType dtype, FixedKernel kernel) {
    for (OpKind kind : List.of(OpKind.RNN, OpKind.GRU, OpKind.LSTM)) {
      List<DType> outputs = Collections.nCopies(kind == OpKind.LSTM ? 3 : 2, dtype);
      kernels.add(kind, kernel, List.of(dtype), outputs);
      kernels.add(kind, kernel, List.of(dtype, DType.I32), outputs);
      kernels.add(kind, kernel, List.of(dtype, DType.I32, dtype), outputs);
    }
  }
}
