package io.pelton.cuda.kernel.fused;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.CudaQueue;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.FusedOp.Elementwise;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A chain of elementwise ops of one float dtype. */
final class ChainKernel implements FixedKernel {
  /** The op is kept reachable, since the loaded code goes with it. */
  private record ChainCall(Elementwise op, Call launch) implements Call {
    @Override
    public void run(int activeRows) {
      launch.run(activeRows);
    }
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Elementwise op = (Elementwise) node.op();
    FoldedAxes axes = axes(in, out[0].layout());
    ChainSource source = source(op.program(), out[0].dtype(), axes);
    CudaQueue queue = (CudaQueue) node.queue();
    ChainModules modules =
        node.prepared(op, ChainModules.class, () -> new ChainModules(queue.context()));
    LaunchBuilder launch =
        new LaunchBuilder(node, modules.function(source), op.program().toString());
    for (Operand input : in) {
      launch.pointer(input);
    }
    long elements = axes.elements();
    launch.pointer(out[0]).extent(elements);
    if (source.rank() > 0) {
      launch.struct(source.rank(), axes.dims());
      for (int input = 0; input < in.length; input++) {
        if (source.forms().get(input) == Form.STRIDED) {
          launch.struct(source.rank(), axes.strides(input));
        }
      }
    }
    int together = source.together();
    return new ChainCall(op, launch.over(Geometry.threads((elements + together - 1) / together)));
  }

  /** Single elements broadcast whatever their rank is, as bounds of Clip do. */
  private static FoldedAxes axes(Operand[] in, Layout out) {
    Layout[] layouts =
        Arrays.stream(in)
            .map(Operand::layout)
            .map(layout -> layout.elements() == 1 ? Layout.contiguous() : layout)
            .toArray(Layout[]::new);
    return FoldedAxes.of(out.dims(), layouts);
  }

  private static ChainSource source(ElementwiseProgram program, DType dtype, FoldedAxes axes) {
    List<Form> forms =
        IntStream.range(0, program.inputs()).mapToObj(input -> form(axes, input)).toList();
    boolean isStrided = forms.contains(Form.STRIDED);
    return new ChainSource(program, dtype, forms, isStrided ? axes.rank() : 0);
  }

  private static Form form(FoldedAxes axes, int input) {
    if (axes.isSingle(input)) {
      return Form.SINGLE;
    }
    return axes.isContiguous(input) ? Form.FLAT : Form.STRIDED;
  }
}
