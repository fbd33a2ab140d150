package io.pelton.cpu.kernel.pipeline;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * FeaturePipeline and ScoringPipeline: takes a block of rows through the kernels of all stages
 * while it is in the L1 cache.
 */
final class PipelineKernel implements FixedKernel {
  /** Of a block, whatever their length, so that starting the stages takes little of the time. */
  private static final int LEAST_ROWS = 8;

  /** What all vectors' lanes divide. */
  private static final int LANES = 64;

  /** Elements of a stage, which leave room in the L1 cache. */
  private static final int IN_CACHE = 1 << 13;

  private final Map<OpKind, FixedKernel> kernels;

  /**
   * @param kernels of all stages but {@link Flatten}, which moves nothing
   */
  PipelineKernel(Map<OpKind, FixedKernel> kernels) {
    this.kernels = kernels;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    List<Op> stages = stages(node.op());
    int count = in[0].layout().rank() > 1 ? Math.toIntExact(out[0].layout().dim(0)) : 1;
    long row = Math.max(1, StageGraph.of(node.name(), stages, in, 1).largest());
    int block = (int) Math.min(count, block(row));
    StageGraph graph = StageGraph.of(node.name(), stages, in, block);

    Window[] inputs =
        Arrays.stream(in)
            .map(operand -> Window.input(operand, rows(node, operand, count, block)))
            .toArray(Window[]::new);
    Window[] outputs = new Window[out.length];
    int last = stages.size() - 1;
    while (stages.get(last) instanceof Flatten) {
      last--;
    }
    for (int slot = 0; slot < out.length; slot++) {
      outputs[slot] = Window.output(out[slot], contiguous(graph.type(last, slot)));
    }
    List<Call> calls = new ArrayList<>();
    Operand[] operands = parts(inputs);
    for (int stage = 0; stage <= last; stage++) {
      Op op = stages.get(stage);
      TensorType type = graph.type(stage, 0);
      if (op instanceof Flatten) {
        operands = new Operand[] {reshaped(operands[0], contiguous(type))};
        continue;
      }
      Operand[] results = stage == last ? parts(outputs) : new Operand[] {scratch(type)};
      NodeSpec part = graph.part(node, stage, block);
      calls.add(kernels.get(op.kind()).bind(part, operands, results));
      operands = results;
    }
    return new PipelineCall(node, count, block, inputs, outputs, calls);
  }

  /**
   * @param row elements of a row, of the longest stage
   */
  private static long block(long row) {
    long rows = IN_CACHE / row;
    return rows < LANES ? Math.max(LEAST_ROWS, rows) : LANES * (rows / LANES);
  }

  private static List<Op> stages(Op op) {
    if (op instanceof FeaturePipeline pipeline) {
      return pipeline.stages();
    }
    ScoringPipeline pipeline = (ScoringPipeline) op;
    List<Op> stages = new ArrayList<>(pipeline.front().stages());
    stages.add(pipeline.scorer());
    return stages;
  }

  /** The layout of the operand's first {@code block} of {@code count} rows. */
  private static Layout rows(NodeSpec node, Operand operand, int count, int block) {
    Layout layout = operand.layout();
    if (layout.rank() < 2) {
      node.inference().check(count == 1, "should have operands of " + count + " rows");
      return layout;
    }
    node.inference()
        .check(
            layout.dim(0) == count,
            "should have operands of " + count + " rows but one is " + layout);
    return layout.slice(0, 0, block, 1);
  }

  private static Operand[] parts(Window[] windows) {
    return Arrays.stream(windows).map(Window::part).toArray(Operand[]::new);
  }

  private static Operand scratch(TensorType type) {
    return Operand.on(Tensor.allocate(type.dtype(), type.shape().dims()));
  }

  /** What a stage made, which lies packed, in other lengths. */
  private static Operand reshaped(Operand scratch, Layout layout) {
    return Operand.on(new Tensor(scratch.storage(), layout));
  }

  private static Layout contiguous(TensorType type) {
    return Layout.contiguous(type.shape().dims());
  }
}
