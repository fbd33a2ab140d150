package io.pelton.cpu.kernel.tabular;

import io.pelton.cpu.block.DoubleOutput;
import io.pelton.cpu.block.LongOutput;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Mapped;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/** FeaturePipeline: takes each row through all stages while it is in the cache. */
final class PipelineKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    FeaturePipeline op = (FeaturePipeline) node.op();
    Op first = op.stages().get(0);
    int columns = ColumnParameters.columns(out[0]);
    DType dtype = first instanceof FeatureVectorizer ? DType.F32 : in[0].dtype();
    List<PipelineStage> stages = new ArrayList<>();
    for (Op stage : op.stages()) {
      if (stage instanceof Mapped mapped) {
        stages.add(PipelineStage.of(node, mapped, dtype, columns));
        dtype = PipelineStage.result(mapped, dtype);
      }
    }
    PipelineSource source = PipelineSource.of(node, first, in, out[0]);
    PipelineRow row = new PipelineRow(columns);
    return dtype.isFloat()
        ? call(node, source, stages, row, row.doubles, new DoubleOutput(out[0], columns), out[0])
        : call(node, source, stages, row, row.longs, new LongOutput(out[0], columns), out[0]);
  }

  private static <A> Call call(
      NodeSpec node,
      PipelineSource source,
      List<PipelineStage> stages,
      PipelineRow row,
      A values,
      Output<A> output,
      Operand out) {
    int columns = ColumnParameters.columns(out);
    Rows rows = new Rows(node, out);
    PipelineStage[] all = stages.toArray(new PipelineStage[0]);
    return active -> {
      int end = columns == 0 ? 0 : rows.elements(active) / columns;
      for (int index = 0; index < end; index++) {
        source.read(index, row);
        for (PipelineStage stage : all) {
          stage.apply(row);
        }
        output.open(index * columns, columns);
        System.arraycopy(values, 0, output.array(), output.at(), columns);
        output.commit();
      }
    };
  }
}
