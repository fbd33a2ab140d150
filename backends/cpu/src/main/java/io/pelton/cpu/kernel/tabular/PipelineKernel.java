package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.Mapped;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.ArrayList;
import java.util.List;

/** FeaturePipeline: takes each row through all stages while it is in the cache. */
final class PipelineKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    FeaturePipeline op = (FeaturePipeline) node.op();
    Rows rows = new Rows(node, out[0]);
    List<Op> maps = op.stages().subList(op.joins() ? 1 : 0, op.stages().size());
    RowType type = RowType.source(op.stages().get(0), in);
    int width = width(node, type, maps);
    List<PipelineStage> stages = new ArrayList<>();
    for (Op stage : maps) {
      if (stage instanceof Mapped mapped) {
        stages.add(PipelineStage.of(node, mapped, type));
      } else if (stage instanceof OneHotEncoder encoder) {
        stages.add(new EncodingStage(node, encoder, type, rows, width));
      }
      type = type.after(node, stage);
    }
    PipelineSource source = PipelineSource.of(node, op.stages().get(0), in, out[0]);
    PipelineRow row = new PipelineRow(width);
    return type.dtype().isFloat()
        ? call(source, stages, row, row.doubles, new DoubleOutput(out[0], width), rows)
        : call(source, stages, row, row.longs, new LongOutput(out[0], width), rows);
  }

  /** Of a row after all stages; no stage makes one narrower. */
  private static int width(NodeSpec node, RowType source, List<Op> maps) {
    RowType type = source;
    for (Op stage : maps) {
      type = type.after(node, stage);
    }
    return type.width();
  }

  private static <A> Call call(
      PipelineSource source,
      List<PipelineStage> stages,
      PipelineRow row,
      A values,
      Output<A> output,
      Rows rows) {
    int width = row.doubles.length;
    PipelineStage[] all = stages.toArray(new PipelineStage[0]);
    return active -> {
      int end = width == 0 ? 0 : rows.elements(active) / width;
      for (int index = 0; index < end; index++) {
        row.index = index;
        source.read(index, row);
        for (PipelineStage stage : all) {
          stage.apply(row);
        }
        output.open(index * width, width);
        System.arraycopy(values, 0, output.array(), output.at(), width);
        output.commit();
      }
    };
  }
}
