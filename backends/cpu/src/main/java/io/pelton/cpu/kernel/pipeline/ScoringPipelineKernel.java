package io.pelton.cpu.kernel.pipeline;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * ScoringPipeline: runs the kernels of its parts on a block of rows at a time, whose features stay
 * in the L1 cache.
 */
final class ScoringPipelineKernel implements FixedKernel {
  private final Map<OpKind, FixedKernel> parts;

  /**
   * @param parts the kernels of models and of what makes features
   */
  ScoringPipelineKernel(Map<OpKind, FixedKernel> parts) {
    this.parts = parts;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    ScoringPipeline op = (ScoringPipeline) node.op();
    int count = Math.toIntExact(out[0].layout().dim(0));
    int block = Math.min(count, rowsOfBlock(node, op));
    Window[] inputs = new Window[in.length];
    for (int i = 0; i < in.length; i++) {
      inputs[i] = Window.input(in[i], rows(node, in[i], count, block));
    }
    Window[] outputs =
        Arrays.stream(out).map(operand -> Window.output(operand, block)).toArray(Window[]::new);

    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    for (Window input : inputs) {
      Shape shape = Shape.fixed(input.part().layout().dims());
      operands.add(graph.input("operand", ValueType.tensor(input.part().dtype(), shape)));
    }
    NodeId front = graph.add(node.name(), front(op.front()), operands);
    ValueId features = new ValueId(front, 0);
    NodeId scorer = graph.add(node.name(), op.scorer(), List.of(features));
    TensorType type = (TensorType) graph.type(features);
    Operand scratch = Operand.on(Tensor.allocate(type.dtype(), type.shape().dims()));
    Call make = bind(node, graph, front, block, parts(inputs), new Operand[] {scratch});
    Call score = bind(node, graph, scorer, block, new Operand[] {scratch}, parts(outputs));
    return call(new Rows(node, out[0]), out[0], block, inputs, outputs, make, score);
  }

  private static int rowsOfBlock(NodeSpec node, ScoringPipeline op) {
    Shape features = op.front().shapes(node.inference()).get(0);
    long columns = features.extent(features.rank() - 1).max();
    return Math.toIntExact(Math.max(1, RawBlocks.SIZE / Math.max(1, columns)));
  }

  /** The layout of the operand's first {@code block} of {@code count} rows. */
  private static Layout rows(NodeSpec node, Operand operand, int count, int block) {
    Layout layout = operand.layout();
    if (count == block) {
      return layout;
    }
    node.inference()
        .check(
            layout.rank() == 2 && layout.dim(0) == count,
            "should have operands of " + count + " rows but one is " + layout);
    return layout.slice(0, 0, block, 1);
  }

  /** A stage alone has a kernel of its own. */
  private Op front(FeaturePipeline pipeline) {
    Op first = pipeline.stages().get(0);
    return pipeline.stages().size() == 1 && parts.containsKey(first.kind()) ? first : pipeline;
  }

  private Call bind(
      NodeSpec node, Graph graph, NodeId part, int block, Operand[] in, Operand[] out) {
    Op op = graph.op(part);
    NodeSpec spec = node.part(op, graph.inference(part), Math.max(1, block));
    return parts.get(op.kind()).bind(spec, in, out);
  }

  private static Operand[] parts(Window[] windows) {
    return Arrays.stream(windows).map(Window::part).toArray(Operand[]::new);
  }

  private static Call call(
      Rows rows, Operand out, int block, Window[] inputs, Window[] outputs, Call make, Call score) {
    int perRow =
        (int) Layout.elements(Arrays.copyOfRange(out.layout().dims(), 1, out.layout().rank()));
    return active -> {
      int end = perRow == 0 ? 0 : rows.elements(active) / perRow;
      for (Window output : outputs) {
        output.start();
      }
      for (int from = 0; from < end; from += block) {
        int count = Math.min(block, end - from);
        for (Window input : inputs) {
          input.open(from);
        }
        for (Window output : outputs) {
          output.open(from);
        }
        try {
          make.run(count);
        } catch (InvalidValue refusal) {
          int row = from + (int) Math.max(0, refusal.row());
          throw rows.invalid(row * perRow, refusal.reason());
        }
        score.run(count);
        for (Window output : outputs) {
          output.close();
        }
      }
    };
  }
}
