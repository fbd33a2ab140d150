package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * WriteSlice, ZeroFill, Release, Move, Alloc, Iota and NonZeroIndices. What is written in place has
 * any strides and lies on the heap.
 */
public final class MemoryKernels {
  private static final List<DType> FLOATS = List.of(DType.F64, DType.F32, DType.F16, DType.BF16);

  private final BindingTable.Builder table;

  private MemoryKernels(BindingTable.Builder table) {
    this.table = table;
  }

  public static void register(BindingTable.Builder table) {
    new MemoryKernels(table).register();
  }

  private void register() {
    for (DType dtype : DType.values()) {
      add(OpKind.RELEASE, (node, in, out) -> rows -> {}, List.of(dtype), dtype);
      add(OpKind.MOVE, MoveCall::new, List.of(dtype), dtype);
      if (dtype != DType.STRING) {
        add(OpKind.ALLOC, (node, in, out) -> rows -> {}, List.of(), dtype);
        add(OpKind.ZERO_FILL, ZeroFillCall::new, List.of(dtype), dtype);
        add(OpKind.WRITE_SLICE, WriteSliceCall::new, List.of(dtype), dtype);
        if (dtype != DType.I64) {
          add(OpKind.WRITE_SLICE, WriteSliceCall::new, List.of(dtype, DType.I64), dtype);
        }
      }
    }
    for (DType dtype : DTypes.INTEGERS) {
      add(OpKind.IOTA, iota(Lane.LONGS, (array, at, index) -> array[at] = index), List.of(), dtype);
    }
    for (DType dtype : FLOATS) {
      add(
          OpKind.IOTA,
          iota(Lane.DOUBLES, (array, at, index) -> array[at] = index),
          List.of(),
          dtype);
    }
    List<DType> counted = new ArrayList<>(DTypes.INTEGERS);
    counted.addAll(FLOATS);
    counted.add(DType.BOOL);
    for (DType dtype : counted) {
      add(OpKind.NON_ZERO_INDICES, NonZeroCall::new, List.of(dtype), DType.I64, DType.I64);
    }
  }

  private static <A> FixedKernel iota(Lane<A> lane, IotaCall.Store<A> store) {
    return (node, in, out) -> new IotaCall<>(node, out[0], lane, store);
  }

  private void add(OpKind kind, FixedKernel kernel, List<DType> inputs, DType... outputs) {
    Set<Capability> capabilities = EnumSet.of(Capability.STRIDED, Capability.ACTIVE_EXTENT);
    if (!inputs.contains(DType.STRING)) {
      capabilities.add(Capability.CAPTURABLE);
    }
    Alternative scalar = HostKernels.Origin.SCALAR.alternative(kernel, capabilities);
    table.add(kind, inputs, List.of(outputs), scalar);
  }
}
