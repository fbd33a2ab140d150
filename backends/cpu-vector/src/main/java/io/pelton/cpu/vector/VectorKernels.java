package io.pelton.cpu.vector;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.HostKernels.Origin;
import io.pelton.cpu.kernel.attention.AttentionKernels;
import io.pelton.cpu.kernel.conv.ConvKernels;
import io.pelton.cpu.kernel.elementwise.ElementwiseKernels;
import io.pelton.cpu.kernel.embedding.EmbeddingKernels;
import io.pelton.cpu.kernel.fused.FusedKernels;
import io.pelton.cpu.kernel.matmul.MatMulKernels;
import io.pelton.cpu.kernel.norm.NormKernels;
import io.pelton.cpu.kernel.pipeline.PipelineKernels;
import io.pelton.cpu.kernel.quantize.IntegerProductKernels;
import io.pelton.cpu.kernel.quantize.QuantizeKernels;
import io.pelton.cpu.kernel.recurrent.RecurrentKernels;
import io.pelton.cpu.kernel.reduce.ReduceKernels;
import io.pelton.cpu.kernel.tree.TreeKernels;
import io.pelton.cpu.vector.attention.TileAttention;
import io.pelton.cpu.vector.conv.LaneConvolution;
import io.pelton.cpu.vector.conv.LanePools;
import io.pelton.cpu.vector.math.VectorLoops;
import io.pelton.cpu.vector.matmul.PanelMultiplication;
import io.pelton.cpu.vector.matmul.VectorScaling;
import io.pelton.cpu.vector.norm.VectorRunNorm;
import io.pelton.cpu.vector.quantize.PanelIntegers;
import io.pelton.cpu.vector.quantize.VectorQuantization;
import io.pelton.cpu.vector.recurrent.VectorRows;
import io.pelton.cpu.vector.reduce.VectorExtremes;
import io.pelton.cpu.vector.reduce.VectorLargest;
import io.pelton.cpu.vector.reduce.VectorOrder;
import io.pelton.cpu.vector.reduce.VectorSoftmax;
import io.pelton.cpu.vector.reduce.VectorSum;
import io.pelton.cpu.vector.step.VectorSteps;
import io.pelton.cpu.vector.tree.LaneDescents;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.tensor.DType;

/** Registers the kernels with vector loops: what of the scalar families gains from them. */
final class VectorKernels {
  static final Origin ORIGIN = new Origin("vector", "cpu-vector", 1);

  private VectorKernels() {}

  static void register(BindingTable.Builder table) {
    HostKernels elementwise = HostKernels.elementwise(table).from(ORIGIN);
    HostKernels others = HostKernels.toAnyMemory(table).from(ORIGIN);
    ElementwiseKernels.registerSingles(
        elementwise, VectorLoops.UNARY, VectorLoops.BINARY, VectorLoops.ALL);
    FusedKernels.registerSingles(others, VectorLoops.ALL);
    ReduceKernels.registerSums(others, VectorSum.sum(), VectorSum::mean);
    ReduceKernels.registerExtremes(others, VectorExtremes::of);
    ReduceKernels.registerArgMax(others, VectorLargest::first, VectorLargest::last);
    ReduceKernels.registerTopK(others, VectorOrder.descending(), VectorOrder.ascending());
    ReduceKernels.registerSoftmax(others, VectorSoftmax::new);
    NormKernels.registerRuns(others, VectorRunNorm::of);
    AttentionKernels.registerSingles(
        others,
        TileAttention.QUERIES,
        dtype ->
            (shape, operands, out, scores) ->
                new TileAttention(dtype, shape, operands, out, scores));
    ConvKernels.registerSingles(others, new LaneConvolution(), VectorSteps::of);
    ConvKernels.registerPools(others, new LanePools());
    RecurrentKernels.registerSingles(others, VectorLoops.ALL, VectorRows::multiply);
    MatMulKernels.registerSingles(
        others, new PanelMultiplication(), VectorScaling::apply, VectorSteps::of);
    HostKernels toHeap = new HostKernels(table).from(ORIGIN);
    IntegerProductKernels.registerProducts(
        toHeap, others, PanelIntegers.multiplication(), VectorSteps.of(DType.F32));
    QuantizeKernels.registerDynamic(toHeap, new VectorQuantization());
    EmbeddingKernels.registerSingles(others, VectorSteps.of(DType.F32));
    TreeKernels.registerSingles(others, new LaneDescents());
    PipelineKernels.registerScoring(others, new LaneDescents());
  }
}
