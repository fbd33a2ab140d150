package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.kernel.DeviceKernels;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.List;
import java.util.Locale;

/**
 * GroupedMatMul. All experts lie on the device, whether they count as resident or not. What is
 * chosen is read by the host first, which waits for it: choices are checked and counted there. So a
 * run cannot be captured.
 */
final class ExpertKernels {
  private static final List<DType> FLOATS = List.of(DType.F32, DType.F64, DType.F16, DType.BF16);

  private ExpertKernels() {}

  static void register(BindingTable.Builder table) {
    DeviceKernels kernels = DeviceKernels.contiguous(table).without(Capability.CAPTURABLE);
    for (DType dtype : FLOATS) {
      for (DType chosen : List.of(DType.I64, DType.I32)) {
        add(kernels, List.of(dtype, chosen), dtype);
        add(kernels, List.of(dtype, chosen, dtype), dtype);
      }
    }
  }

  private static void add(DeviceKernels kernels, List<DType> inputs, DType output) {
    kernels.add(
        OpKind.GROUPED_MATMUL, MatMulKernels.NAME, ExpertKernels::bind, inputs, List.of(output));
  }

  private static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    GroupedMatMul op = (GroupedMatMul) node.op();
    Layout weights = in[1].layout();
    int experts = Math.toIntExact(weights.dim(0));
    ExpertChoices choices =
        new ExpertChoices(
            node, in[2], experts, node.state().experts().layer(op.layer()), op.notesRouting());
    Call product = out[0].layout().elements() == 0 ? rows -> {} : product(node, in, out[0]);
    return rows -> {
      choices.read(rows);
      product.run(rows);
    };
  }

  private static Call product(NodeSpec node, Operand[] in, Operand out) {
    Layout weights = in[1].layout();
    Layout chosen = in[2].layout();
    long experts = weights.dim(0);
    long columns = weights.dim(2);
    boolean isShared = in[0].layout().rank() == chosen.rank();
    Tile tile = Tile.ofRows(chosen.elements() / Math.max(experts, 1));
    String type = out.dtype().name().toLowerCase(Locale.ROOT);
    return new LaunchBuilder(node, "expert", "grouped_" + tile.function(type))
        .pointer(in[0])
        .pointer(in[1])
        .pointer(in[2])
        .pointer(Product.optional(in, 3))
        .pointer(out)
        .struct(
            6,
            experts,
            weights.dim(1),
            columns,
            isShared ? chosen.dim(chosen.rank() - 1) : 1,
            tile.tilesAcross(columns),
            in[2].dtype() == DType.I64 ? 1 : 0)
        .extent(out.layout().elements())
        .over(
            Geometry.blocks(Math.multiplyExact(experts, tile.tilesAcross(columns)), Tile.THREADS));
  }
}
