package io.pelton.cuda.kernel.embedding;

import io.pelton.cuda.kernel.Calls;
import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Adds rows of several tables up; where these are many, to what was added before. */
final class EmbeddingSumKernel implements FixedKernel {
  /** Of a {@code SummandPointers} in {@code embedding.cu}. */
  private static final int MAX_SUMMANDS = 8;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long[] dims = out[0].layout().dims();
    int tables = in.length / 2;
    List<Call> calls = new ArrayList<>();
    List<Summand> summands = new ArrayList<>();
    for (int i = 0; i < tables; i++) {
      if (summands.size() == MAX_SUMMANDS) {
        calls.add(sum(node, summands, out[0]));
        summands.clear();
        summands.add(Summand.direct(out[0], dims));
      }
      Operand indices = in[tables + i];
      summands.add(
          indices == null ? Summand.direct(in[i], dims) : Summand.gathered(in[i], indices, dims));
    }
    calls.add(sum(node, summands, out[0]));
    return Calls.inOrder(calls);
  }

  private static Call sum(NodeSpec node, List<Summand> summands, Operand out) {
    long[] dims = out.layout().dims();
    int last = dims.length - 1;
    long elements = out.layout().elements();
    long runs = Layout.elements(Arrays.copyOf(dims, last));
    FoldedAxes axes =
        FoldedAxes.of(
            Arrays.copyOf(dims, last),
            summands.stream().map(Summand::places).toArray(Layout[]::new));
    long[] strides = new long[MAX_SUMMANDS * LaunchBuilder.MAX_AXES];
    for (int i = 0; i < summands.size(); i++) {
      System.arraycopy(axes.strides(i), 0, strides, i * LaunchBuilder.MAX_AXES, axes.rank());
    }
    List<Operand> indices = new ArrayList<>();
    summands.forEach(summand -> indices.add(summand.indices()));
    boolean isLong =
        summands.stream()
            .anyMatch(
                summand -> summand.indices() != null && summand.indices().dtype() == DType.I64);
    long[] lengths = summands.stream().mapToLong(Summand::length).toArray();
    String function = "embedding_sum_" + out.dtype().name().toLowerCase(Locale.ROOT);
    return new LaunchBuilder(node, EmbeddingKernels.MODULE, function)
        .pointer(out)
        .pointers(MAX_SUMMANDS, summands.stream().map(Summand::table).toList())
        .pointers(MAX_SUMMANDS, indices)
        .struct(MAX_SUMMANDS, lengths)
        .struct(MAX_SUMMANDS, summands.stream().mapToLong(Summand::rowStride).toArray())
        .struct(MAX_SUMMANDS, summands.stream().mapToLong(Summand::columnStride).toArray())
        .axes(axes.dims())
        .struct(strides.length, strides)
        .i32(axes.rank())
        .i32(summands.size())
        .i64(dims[last])
        .i32(isLong ? 1 : 0)
        .extent(elements)
        .watch(Refusal.ofIndex(node, runs / node.rows() * summands.size(), lengths))
        .over(Geometry.threads(elements));
  }
}
