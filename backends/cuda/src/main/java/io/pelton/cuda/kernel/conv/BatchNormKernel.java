package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.NormOp.BatchNorm;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** BatchNorm. */
final class BatchNormKernel implements FixedKernel {
  private static final int ELEMENTS_PER_THREAD = 4;
  private static final int OPERANDS = 5;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout y = out[0].layout();
    int elements = Math.toIntExact(y.elements());
    int channels = Math.toIntExact(y.dim(1));
    int images = Math.toIntExact(y.dim(0));
    int inner = elements == 0 ? 0 : elements / images / channels;
    long[] slots = new Fields().divisor(inner).divisor(channels).slots();
    LaunchBuilder launch =
        new LaunchBuilder(node, "batch_norm", Functions.of("batch_norm", in[0].dtype()));
    for (int operand = 0; operand < OPERANDS; operand++) {
      launch.pointer(in[operand]);
    }
    long threads = (elements + ELEMENTS_PER_THREAD - 1L) / ELEMENTS_PER_THREAD;
    return launch
        .pointer(out[0])
        .f64(((BatchNorm) node.op()).epsilon())
        .struct(slots.length, slots)
        .extent(elements)
        .over(Geometry.threads(threads));
  }
}
