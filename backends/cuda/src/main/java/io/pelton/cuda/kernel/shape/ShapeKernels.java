package io.pelton.cuda.kernel.shape;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copy, Move, Concat, Gather, WriteSlice, ZeroFill, Alloc, Release, Iota and NonZeroIndices. Concat
 * and Gather of elements that share bytes are left to the host.
 */
public final class ShapeKernels {
  private static final List<DType> INTEGERS =
      List.of(DType.I64, DType.I32, DType.I16, DType.I8, DType.U64, DType.U32, DType.U16, DType.U8);

  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  private final DeviceKernels kernels;

  private ShapeKernels(BindingTable.Builder table) {
    this.kernels = DeviceKernels.strided(table);
  }

  public static void register(BindingTable.Builder table) {
    new ShapeKernels(table).register();
  }

  private void register() {
    for (DType dtype : DType.values()) {
      if (dtype != DType.STRING) {
        registerMemory(dtype);
        if (dtype.bits() >= Byte.SIZE) {
          add(OpKind.CONCAT, new ConcatKernel(), List.of(dtype), dtype);
          add(OpKind.GATHER, new GatherKernel(), indexed(dtype, DType.I64), dtype);
          add(OpKind.GATHER, new GatherKernel(), indexed(dtype, DType.I32), dtype);
        }
      }
    }
    Stream.of(INTEGERS, FLOATS)
        .flatMap(List::stream)
        .forEach(dtype -> add(OpKind.IOTA, new IotaKernel(), List.of(), dtype));
    Stream.of(INTEGERS, FLOATS, List.of(DType.BOOL))
        .flatMap(List::stream)
        .forEach(
            dtype ->
                add(
                    OpKind.NON_ZERO_INDICES,
                    new NonZeroKernel(),
                    List.of(dtype),
                    DType.I64,
                    DType.I64));
  }

  private void registerMemory(DType dtype) {
    List<DType> same = List.of(dtype);
    add(OpKind.COPY, (node, in, out) -> Copies.pack(node, in[0], out[0]), same, dtype);
    add(OpKind.MOVE, new MoveKernel(), same, dtype);
    add(OpKind.ALLOC, (node, in, out) -> rows -> {}, List.of(), dtype);
    add(OpKind.RELEASE, (node, in, out) -> rows -> {}, same, dtype);
    add(OpKind.ZERO_FILL, new ZeroFillKernel(), same, dtype);
    add(OpKind.WRITE_SLICE, new WriteSliceKernel(), same, dtype);
    if (dtype != DType.I64) {
      add(OpKind.WRITE_SLICE, new WriteSliceKernel(), List.of(dtype, DType.I64), dtype);
    }
  }

  private static List<DType> indexed(DType data, DType indices) {
    List<DType> inputs = new ArrayList<>(List.of(data));
    if (data != indices) {
      inputs.add(indices);
    }
    return inputs;
  }

  private void add(OpKind kind, FixedKernel kernel, List<DType> inputs, DType... outputs) {
    kernels.add(kind, "cuda", kernel, inputs, List.of(outputs));
  }
}
