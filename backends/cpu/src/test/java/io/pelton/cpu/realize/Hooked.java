package io.pelton.cpu.realize;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The CPU backend with other kernels for one op. */
final class Hooked {
  private Hooked() {}

  /**
   * With these alternatives, best first, each made of the op's own kernel and named by its place
   * among them: kernel0, kernel1 and so on. None leaves the op without a kernel.
   */
  static Backend replacing(OpKind kind, List<UnaryOperator<FixedKernel>> kernels) {
    BindingTable.Builder table = new BindingTable.Builder("cpu");
    BindingTable own = Cpu.BACKEND.table();
    for (BindingKey key : own.keys()) {
      List<Alternative> alternatives = own.lookup(key);
      if (key.kind() == kind) {
        FixedKernel kernel = (FixedKernel) alternatives.get(0).kernel();
        for (int i = 0; i < kernels.size(); i++) {
          Alternative made = new Alternative("kernel" + i, kernels.get(i).apply(kernel), Set.of());
          table.add(kind, key.inputs(), key.outputs(), made);
        }
      } else {
        alternatives.forEach(
            alternative -> table.add(key.kind(), key.inputs(), key.outputs(), alternative));
      }
    }
    return new Backend("cpu", "for tests", table.seal());
  }

  /** With one kernel that does something before each of its runs. */
  static Backend atRun(OpKind kind, Runnable hook) {
    return replacing(kind, List.of(kernel -> atRun(kernel, hook)));
  }

  static FixedKernel atRun(FixedKernel kernel, Runnable hook) {
    return (node, in, out) -> {
      Call call = kernel.bind(node, in, out);
      return rows -> {
        hook.run();
        call.run(rows);
      };
    };
  }

  static FixedKernel atBind(FixedKernel kernel, Runnable hook) {
    return (node, in, out) -> {
      hook.run();
      return kernel.bind(node, in, out);
    };
  }

  static void fail() {
    throw new IllegalStateException("no luck");
  }
}
