package io.pelton.cpu.kernel.sample;

import static io.pelton.cpu.kernel.DTypes.INTEGERS;
import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.stream.Stream;

/** Registers what reads images between their elements. Halves are computed in float32. */
public final class SampleKernels {
  private static final List<DType> FLOATS =
      Stream.concat(SINGLES.stream(), Stream.of(DType.F64)).toList();

  private SampleKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    for (DType dtype : SINGLES) {
      kernels.add(
          OpKind.RESAMPLE, new ResampleKernel<>(Lane.FLOATS, ResampleLoop::floats), dtype, dtype);
    }
    kernels.add(
        OpKind.RESAMPLE,
        new ResampleKernel<>(Lane.DOUBLES, ResampleLoop::doubles),
        DType.F64,
        DType.F64);
    ResampleKernel<long[]> nearest = new ResampleKernel<>(Lane.LONGS, ResampleLoop::longs);
    INTEGERS.forEach(dtype -> kernels.add(OpKind.RESAMPLE, nearest, dtype, dtype));
    kernels.add(OpKind.RESAMPLE, nearest, DType.BOOL, DType.BOOL);
    registerSampled(kernels);
  }

  private static void registerSampled(HostKernels kernels) {
    for (DType dtype : FLOATS) {
      FLOATS.forEach(
          grid -> kernels.add(OpKind.GRID_SAMPLE, GridSampleCall::bind, dtype, dtype, grid));
      kernels.add(OpKind.AFFINE_GRID, AffineGridCall::bind, dtype, dtype);
      kernels.add(OpKind.ROI_ALIGN, RoiAlignCall::bind, dtype, dtype, DType.I64);
      kernels.add(OpKind.MAX_ROI_POOL, MaxRoiPoolCall::bind, dtype, dtype);
      kernels.add(OpKind.DEFORM_CONV, DeformConvCall::bind, dtype, dtype);
    }
  }
}
