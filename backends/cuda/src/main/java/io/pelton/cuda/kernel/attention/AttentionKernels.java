package io.pelton.cuda.kernel.attention;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.cuda.kernel.EngineCodes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Attention in one launch. Time goes to the two products, whose operands each block of {@link
 * Queries} reads once from the second-level cache; where a block's scores do not fit in shared
 * memory, the first of them is computed three times, which still costs less than to write scores
 * and read them again.
 */
public final class AttentionKernels {
  private static final List<DType> FLOATS = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

  private AttentionKernels() {}

  /** Registers the kernels of this package. */
  public static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.strided(table);
    for (DType dtype : FLOATS) {
      kernels.add(
          OpKind.ATTENTION, "tiled", AttentionKernels::bind, List.of(dtype), List.of(dtype));
    }
  }

  private static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long elements = out[0].layout().elements();
    if (elements == 0) {
      return rows -> {};
    }
    Attention op = (Attention) node.op();
    DType dtype = out[0].dtype();
    AttentionLengths lengths = AttentionLengths.of(in, out[0]);
    Operand mask = in.length > 3 ? in[3] : null;
    Queries queries = Queries.of(lengths.queries());
    ScoreMemory memory = ScoreMemory.of(queries, lengths.keys(), dtype);
    long tiles = queries.tiles(lengths.queries());
    long[] shape = {
      lengths.heads(),
      lengths.shared(),
      lengths.queries(),
      Math.toIntExact(lengths.keys()),
      Math.toIntExact(lengths.features()),
      Math.toIntExact(lengths.outputs()),
      tiles,
      memory.rowStride(),
      memory.isResident() ? 1 : 0,
      EngineCodes.of(op.scaling()),
      Double.doubleToRawLongBits(rounded(op.scale(), dtype)),
      op.causal() ? 1 : 0
    };
    long[] fields =
        Stream.of(
                shape,
                lengths.strides(in[0]),
                lengths.strides(in[1]),
                lengths.strides(in[2]),
                lengths.maskStrides(mask))
            .flatMapToLong(LongStream::of)
            .toArray();
    long blocks = Math.multiplyExact(lengths.batch() * lengths.heads(), tiles);
    return new LaunchBuilder(node, "attention", queries.function(dtype))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(in[2])
        .pointer(mask)
        .pointer(out[0])
        .struct(fields.length, fields)
        .extent(elements)
        .over(Geometry.blocks(blocks, Queries.THREADS).sharing(memory.bytes()));
  }

  private static double rounded(double scale, DType dtype) {
    return switch (dtype) {
      case F16 -> Half.f16ToFloat(Half.doubleToF16(scale));
      case BF16 -> Half.bf16ToFloat(Half.doubleToBf16(scale));
      case F32 -> (float) scale;
      default -> scale;
    };
  }
}
