package io.pelton.flink;

import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.ElementReader;
import java.util.List;
import java.util.Set;

/**
 * A backend whose only kernel, of Relu, refuses {@link #POISON} without saying in which row, and
 * breaks on {@link #BUG}.
 */
public final class BrittleBackend implements BackendProvider {
  public static final String NAME = "brittle";
  public static final float POISON = 13;
  public static final float BUG = 17;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return -1;
  }

  @Override
  public Probe probe() {
    return new Probe.Usable("for tests");
  }

  @Override
  public void register(BindingTable.Builder table) {
    FixedKernel kernel = BrittleBackend::bind;
    table.add(
        OpKind.RELU,
        List.of(DType.F32),
        List.of(DType.F32),
        new Alternative("brittle", kernel, Set.of(Capability.NATIVE, Capability.STRIDED)));
  }

  private static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return rows -> {
      ElementReader reader = ElementReader.of(in[0].storage());
      for (int row = 0; row < rows; row++) {
        long at = in[0].offset() + row * in[0].layout().stride(0);
        float value = (float) reader.doubleAt(Math.toIntExact(at));
        if (value == POISON) {
          throw node.invalid(-1, "takes no 13");
        }
        if (value == BUG) {
          throw new ArithmeticException("broken");
        }
        out[0].floats()[out[0].base() + row] = Math.max(0, value);
      }
    };
  }
}
