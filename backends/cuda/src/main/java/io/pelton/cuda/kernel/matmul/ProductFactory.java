package io.pelton.cuda.kernel.matmul;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.function.Function;

/** Sees a node as a product. */
@FunctionalInterface
interface ProductFactory {
  Product of(NodeSpec node, Operand[] in, Operand out);

  /** A kernel that does nothing where there is nothing to compute. */
  default FixedKernel kernel(Function<Product, Call> binding) {
    return (node, in, out) ->
        out[0].layout().elements() == 0 ? rows -> {} : binding.apply(of(node, in, out[0]));
  }
}
