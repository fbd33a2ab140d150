package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Registers convolutions, poolings, what spreads elements, and BatchNorm. */
public final class ConvKernels {
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);
  private static final List<DType> BYTES = List.of(DType.I8, DType.U8);

  private static final List<DType> INTEGERS =
      List.of(DType.I64, DType.I32, DType.I16, DType.I8, DType.U64, DType.U32, DType.U16, DType.U8);

  private ConvKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.contiguous(table);
    ByteConvKernels.register(kernels);
    for (DType dtype : FLOATS) {
      List<DType> only = List.of(dtype);
      kernels.add(OpKind.CONV, "tiled", new ConvKernel(), only, only);
      for (OpKind kind : List.of(OpKind.MAX_POOL, OpKind.AVERAGE_POOL, OpKind.SUM_POOL)) {
        kernels.add(kind, "direct", new PoolKernel(), only, only);
      }
      addWithIndices(kernels, dtype);
      kernels.inPlace().add(OpKind.BATCH_NORM, "direct", new BatchNormKernel(), only, only);
      kernels.add(
          OpKind.MAX_UNPOOL, "direct", new MaxUnpoolKernel(), List.of(dtype, DType.I64), only);
      kernels.add(OpKind.CONV_TRANSPOSE, "direct", new ConvTransposeKernel(), only, only);
      kernels.add(OpKind.COLUMNS_TO_IMAGE, "direct", new ColumnsToImageKernel(), only, only);
    }
    for (DType dtype : INTEGERS) {
      List<DType> only = List.of(dtype);
      kernels.add(OpKind.COLUMNS_TO_IMAGE, "direct", new ColumnsToImageKernel(), only, only);
    }
    for (DType dtype : BYTES) {
      List<DType> only = List.of(dtype);
      kernels.add(OpKind.MAX_POOL, "direct", new IndexPoolKernel(), only, only);
      addWithIndices(kernels, dtype);
    }
  }

  private static void addWithIndices(DeviceKernels kernels, DType dtype) {
    kernels.add(
        OpKind.MAX_POOL_WITH_INDICES,
        "direct",
        new IndexPoolKernel(),
        List.of(dtype),
        List.of(dtype, DType.I64));
  }
}
