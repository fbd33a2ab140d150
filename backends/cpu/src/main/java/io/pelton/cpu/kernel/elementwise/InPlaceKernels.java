package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.MutationOp.InPlace;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs the elementwise loops over their own operand: each block is read before it is written at the
 * same places.
 */
public final class InPlaceKernels {
  private static final String BACKEND = "cpu";
  private static final Set<Capability> CAPABILITIES =
      Set.of(Capability.ACTIVE_EXTENT, Capability.CAPTURABLE);

  private final BindingTable unaries;

  private InPlaceKernels(BindingTable unaries) {
    this.unaries = unaries;
  }

  public static void register(BindingTable.Builder table) {
    BindingTable.Builder elementwise = new BindingTable.Builder(BACKEND);
    ElementwiseKernels.register(elementwise);
    InPlaceKernels kernels = new InPlaceKernels(elementwise.seal());
    kernels.unaries.keys().stream()
        .filter(key -> key.inputs().size() == 1 && key.inputs().equals(key.outputs()))
        .map(key -> key.inputs().get(0))
        .filter(dtype -> dtype != DType.STRING)
        .distinct()
        .forEach(dtype -> kernels.add(table, dtype));
  }

  private void add(BindingTable.Builder table, DType dtype) {
    FixedKernel kernel = (node, in, out) -> bind(dtype, node, in, out);
    table.add(
        OpKind.IN_PLACE,
        List.of(dtype),
        List.of(dtype),
        HostKernels.Origin.SCALAR.alternative(kernel, CAPABILITIES));
  }

  private Call bind(DType dtype, NodeSpec node, Operand[] in, Operand[] out) {
    OpKind kind = ((InPlace) node.op()).unary();
    BindingKey key = new BindingKey(kind, List.of(dtype), List.of(dtype), BACKEND);
    return unaries.lookup(key).stream()
        .map(Alternative::kernel)
        .map(FixedKernel.class::cast)
        .findFirst()
        .orElseThrow(
            () ->
                new NoBackendForOp(
                    node.name(),
                    node.op().label(),
                    key.signature(),
                    List.of(BACKEND),
                    Map.of(BACKEND, unaries.supported(kind))))
        .bind(node, in, out);
  }
}
