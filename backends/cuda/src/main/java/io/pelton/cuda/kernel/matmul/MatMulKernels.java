package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.CostFunction;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.tensor.DType;
import java.util.List;

/**
 * MatMul, Gemm, Dense, MatMulInteger, QuantizedDense and GroupedMatMul, in one launch each. Floats
 * below 32 bits are summed in float32 and rounded once; integers wrap.
 */
public final class MatMulKernels {
  static final String NAME = "tiled";

  private static final List<DType> FLOATS = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);
  private static final List<DType> INTEGERS = List.of(DType.I64, DType.I32, DType.U64, DType.U32);

  /** Sums in one order leave about a fifth of the device's rate unused. */
  private static final CostFunction COST =
      node -> {
        Work work = CostFunction.BY_OP.work(node);
        return new Work(work.flops() + work.flops() / 4, work.bytesRead(), work.bytesWritten());
      };

  private MatMulKernels() {}

  /** Registers the kernels of this package. */
  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table).costing(COST);
    for (DType dtype : FLOATS) {
      addProducts(kernels, dtype);
      add(kernels, OpKind.DENSE, Product::dense, dtype);
    }
    INTEGERS.forEach(dtype -> addProducts(kernels, dtype));
    IntegerProductKernels.register(kernels);
    ExpertKernels.register(table);
    if (CublasLibrary.probe() instanceof Probe.Usable) {
      FLOATS.forEach(dtype -> CublasProducts.register(table, dtype));
    }
  }

  private static void addProducts(DeviceKernels kernels, DType dtype) {
    add(kernels, OpKind.MATMUL, Product::matMul, dtype);
    add(kernels, OpKind.GEMM, Product::gemm, dtype);
  }

  private static void add(DeviceKernels kernels, OpKind kind, ProductFactory factory, DType dtype) {
    FixedKernel kernel = factory.kernel(TiledProducts::bind);
    kernels.add(kind, NAME, kernel, List.of(dtype), List.of(dtype));
  }
}
