package io.pelton.cuda.kernel.image;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.stream.Stream;

/** Registers what reads images between their elements. */
public final class ImageKernels {
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  private static final List<DType> COPIED =
      List.of(
          DType.I64,
          DType.I32,
          DType.I16,
          DType.I8,
          DType.U64,
          DType.U32,
          DType.U16,
          DType.U8,
          DType.BOOL);

  private ImageKernels() {}

  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.contiguous(table);
    Stream.concat(FLOATS.stream(), COPIED.stream())
        .map(List::of)
        .forEach(only -> kernels.add(OpKind.RESAMPLE, "direct", new ResampleKernel(), only, only));
    for (DType dtype : FLOATS) {
      List<DType> only = List.of(dtype);
      for (DType grid : FLOATS) {
        List<DType> inputs = grid == dtype ? only : List.of(dtype, grid);
        kernels.add(OpKind.GRID_SAMPLE, "direct", new GridSampleKernel(), inputs, only);
      }
      kernels.add(OpKind.AFFINE_GRID, "direct", new AffineGridKernel(), only, only);
      kernels.add(
          OpKind.ROI_ALIGN, "direct", new RoiAlignKernel(), List.of(dtype, DType.I64), only);
      kernels.add(OpKind.DEFORM_CONV, "direct", new DeformConvKernel(), only, only);
    }
  }
}
