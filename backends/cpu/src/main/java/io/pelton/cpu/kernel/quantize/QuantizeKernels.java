package io.pelton.cpu.kernel.quantize;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.quantize.QuantizeLoops.Quantization;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.graph.QuantizeOp.Quantize;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import java.util.List;

/** Quantize, Dequantize and DynamicQuantize; see {@link IntegerProductKernels} for products. */
public final class QuantizeKernels {
  private static final List<DType> QUANTIZED = List.of(DType.I8, DType.U8, DType.I16, DType.U16);

  private final HostKernels kernels;

  private QuantizeKernels(HostKernels kernels) {
    this.kernels = kernels;
  }

  public static void register(BindingTable.Builder table) {
    HostKernels kernels = HostKernels.toAnyMemory(table);
    QuantizeKernels own = new QuantizeKernels(kernels);
    own.add(SINGLES, Lane.FLOATS, QuantizeLoops::quantize, QuantizeLoops::dequantize);
    own.add(List.of(DType.F64), Lane.DOUBLES, QuantizeLoops::quantize, QuantizeLoops::dequantize);
    HostKernels toHeap = new HostKernels(table);
    registerDynamic(toHeap, DynamicQuantization.scalar());
    IntegerProductKernels.register(toHeap, kernels);
  }

  /**
   * DynamicQuantize.
   *
   * @param toHeap takes kernels that write to the heap only
   */
  public static void registerDynamic(HostKernels toHeap, DynamicQuantization loops) {
    toHeap.add(
        OpKind.DYNAMIC_QUANTIZE,
        new DynamicQuantizeKernel(loops),
        List.of(DType.U8, DType.F32, DType.U8),
        DType.F32);
  }

  /** With and without zero point. */
  private <A> void add(
      List<DType> floats,
      Lane<A> lane,
      Quantization<A> quantize,
      ScaleCall.Loop<long[], A, A> dequantize) {
    for (DType dtype : floats) {
      for (DType integer : QUANTIZED) {
        FixedKernel kernel = quantize(lane, quantize);
        kernels.add(OpKind.QUANTIZE, kernel, integer, dtype);
        kernels.add(OpKind.QUANTIZE, kernel, integer, dtype, integer);
        addDequantize(integer, dtype, dequantize(lane, dequantize));
      }
      addDequantize(DType.I32, dtype, dequantize(lane, dequantize));
    }
  }

  private void addDequantize(DType integer, DType dtype, FixedKernel kernel) {
    kernels.add(OpKind.DEQUANTIZE, kernel, dtype, integer, dtype);
    kernels.add(OpKind.DEQUANTIZE, kernel, dtype, integer, dtype, integer);
  }

  private static <A> FixedKernel quantize(Lane<A> lane, Quantization<A> loop) {
    return (node, in, out) -> {
      int axis = ((Quantize) node.op()).axis();
      long[] dims = in[0].layout().dims();
      Range range = Range.of(out[0].dtype());
      return new ScaleCall<>(
          new Rows(node, out[0]),
          lane.blocks(in[0], in[0].layout(), RawBlocks.SIZE),
          Parameters.along(axis, in[1], dims, lane),
          Parameters.along(axis, Parameters.optional(in, 2), dims, Lane.LONGS),
          Lane.LONGS.output(out[0]),
          (x, i, scale, j, zero, z, y, k, count) ->
              loop.apply(x, i, scale, j, zero, z, y, k, count, range));
    };
  }

  private static <A> FixedKernel dequantize(Lane<A> lane, ScaleCall.Loop<long[], A, A> loop) {
    return (node, in, out) -> {
      int axis = ((Dequantize) node.op()).axis();
      long[] dims = in[0].layout().dims();
      return new ScaleCall<>(
          new Rows(node, out[0]),
          Lane.LONGS.blocks(in[0], in[0].layout(), RawBlocks.SIZE),
          Parameters.along(axis, in[1], dims, lane),
          Parameters.along(axis, Parameters.optional(in, 2), dims, Lane.LONGS),
          lane.output(out[0]),
          loop);
    };
  }
}
