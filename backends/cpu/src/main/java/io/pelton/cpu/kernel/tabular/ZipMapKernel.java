package io.pelton.cpu.kernel.tabular;

import io.pelton.engine.graph.ScoringOp.ZipMap;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;

/** ZipMap; the mappings' values are views of the scores. */
final class ZipMapKernel implements HostKernel {
  @Override
  public Value[] run(NodeSpec node, Value[] in) {
    Tensor labels = ((ZipMap) node.op()).labels();
    Tensor scores = (Tensor) in[0];
    Layout layout = scores.layout();
    int axis = layout.rank() - 1;
    long[] dims = {layout.dim(axis)};
    long[] strides = {layout.stride(axis)};
    node.inference()
        .check(
            dims[0] == labels.layout().elements(),
            "has " + labels.layout().elements() + " labels for " + dims[0] + " columns");
    long rows = axis == 0 ? 1 : layout.dim(0);
    long step = axis == 0 ? 0 : layout.stride(0);
    List<Value> mappings = new ArrayList<>();
    for (long row = 0; row < rows; row++) {
      Layout view = Layout.of(dims, strides, layout.offset() + row * step);
      mappings.add(new Mapping(labels, new Tensor(scores.storage(), view)));
    }
    return new Value[] {new Sequence(mappings)};
  }
}
