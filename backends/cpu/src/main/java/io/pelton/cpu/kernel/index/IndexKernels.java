package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.DTypes;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.graph.IndexOp.ScatterSlices;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Every op of the family {@link io.pelton.engine.graph.IndexOp}. */
public final class IndexKernels {
  private IndexKernels() {}

  public static void register(BindingTable.Builder table) {
    HostKernels anyMemory = HostKernels.toAnyMemory(table);
    for (DType dtype : DType.values()) {
      for (DType indices : List.of(DType.I64, DType.I32)) {
        for (OpKind kind : List.of(OpKind.GATHER_ELEMENTS, OpKind.GATHER_SLICES)) {
          anyMemory.add(kind, GatherPlacesCall::new, dtype, dtype, indices);
        }
        for (OpKind kind : List.of(OpKind.SCATTER_ELEMENTS, OpKind.SCATTER_SLICES)) {
          anyMemory.add(kind, scatter(dtype), dtype, dtype, indices, dtype);
        }
      }
    }
    registerSearches(new HostKernels(table));
  }

  private static void registerSearches(HostKernels kernels) {
    List<DType> four = Collections.nCopies(4, DType.I64);
    List<DType> compared = new ArrayList<>(DTypes.INTEGERS);
    compared.addAll(DTypes.SINGLES);
    compared.addAll(List.of(DType.F64, DType.BOOL, DType.STRING));
    FixedKernel distinct = DistinctSlicesCall::new;
    for (DType dtype : compared) {
      kernels.add(OpKind.DISTINCT_SLICES, "scalar", distinct, List.of(dtype), four);
    }
    FixedKernel select = SelectBoxesCall::new;
    List<DType> two = Collections.nCopies(2, DType.I64);
    for (List<DType> inputs :
        List.of(
            List.of(DType.F32),
            List.of(DType.F32, DType.I64),
            List.of(DType.F32, DType.I64, DType.F32))) {
      kernels.add(OpKind.SELECT_BOXES, "scalar", select, inputs, two);
    }
    kernels.add(OpKind.BIND_LENGTH, BindLengthCall::new, DType.I64, DType.I64);
  }

  private static FixedKernel scatter(DType dtype) {
    return (node, in, out) -> {
      Combination combination = combination(node);
      if (combination == Combination.REPLACE) {
        return dtype == DType.STRING
            ? new ReplaceStringsCall(node, in, out)
            : new ReplaceCall(node, in, out);
      }
      return combine(node, in, out[0], combination);
    };
  }

  private static Combination combination(NodeSpec node) {
    return node.op() instanceof ScatterElements elements
        ? elements.combination()
        : ((ScatterSlices) node.op()).combination();
  }

  private static Call combine(NodeSpec node, Operand[] in, Operand out, Combination combination) {
    DType dtype = out.dtype();
    if (dtype == DType.F64) {
      return new CombineCall<>(node, in, out, Lane.DOUBLES, Combining.doubles(combination));
    }
    return DTypes.SINGLES.contains(dtype)
        ? new CombineCall<>(node, in, out, Lane.FLOATS, Combining.floats(combination))
        : new CombineCall<>(node, in, out, Lane.LONGS, Combining.longs(combination, dtype));
  }
}
