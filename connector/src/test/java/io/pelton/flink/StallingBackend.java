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
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * A backend whose only kernel, of Relu, takes as long as the test says, or until its thread is
 * interrupted, and gives zeros.
 */
public final class StallingBackend implements BackendProvider {
  public static final String NAME = "stalling";

  private static volatile CountDownLatch reached = new CountDownLatch(0);
  private static volatile CountDownLatch release = new CountDownLatch(0);

  /** The next runs stall. */
  public static void stall() {
    reached = new CountDownLatch(1);
    release = new CountDownLatch(1);
  }

  /** Waits until a run has stalled. */
  public static void awaitStalled() throws InterruptedException {
    reached.await();
  }

  /** Lets all runs end. */
  public static void release() {
    release.countDown();
  }

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
    FixedKernel kernel = StallingBackend::bind;
    table.add(
        OpKind.RELU,
        List.of(DType.F32),
        List.of(DType.F32),
        new Alternative("stalling", kernel, Set.of(Capability.NATIVE, Capability.STRIDED)));
  }

  private static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    return rows -> {
      reached.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
      for (int row = 0; row < rows; row++) {
        out[0].floats()[out[0].base() + row] = 0;
      }
    };
  }
}
