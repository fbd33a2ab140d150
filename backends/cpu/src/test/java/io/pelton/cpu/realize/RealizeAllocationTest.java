package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class RealizeAllocationTest {
  private static final int NODES = 100;
  private static final int PASSES = 1_000;

  private final Devices devices = Devices.of(Cpu.BACKEND);
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(16)));

  @Test
  void aCachedPassToPersistentOutputsAllocatesUnder64BytesANode() {
    ValueId target = chain();
    try (PipelinedExecutor executor =
            new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
        OrderCache order = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      StorageCache inputs = new StorageCache();
      Realization realization =
          Realization.of(graph).targets(target).inputs(inputs).order(order).outputs(outputs);
      for (int pass = 0; pass < 5 * PASSES; pass++) {
        run(executor, realization, inputs, pass);
      }
      assertThat(executor.statistics().stepsBound()).isEqualTo(NODES);
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int pass = 0; pass < PASSES; pass++) {
        run(executor, realization, inputs, pass);
      }
      long perPass = (threads.getCurrentThreadAllocatedBytes() - before) / PASSES;
      assertThat(perPass / NODES).isLessThan(64);
      assertThat(outputs.allocations()).isEqualTo(1);
      try (Realized last = executor.realize(realization)) {
        assertThat(last.onHost(target).toFloats()[0]).isEqualTo(PASSES - 1f);
      }
    }
  }

  private void run(
      PipelinedExecutor executor, Realization realization, StorageCache inputs, int pass) {
    float[] values = new float[16];
    values[0] = pass;
    inputs.put(x, Tensor.of(values, 16));
    executor.realize(realization).close();
  }

  /** Negated, made positive again, and so on; every second node reads the input, too. */
  private ValueId chain() {
    ValueId last = x;
    for (int pair = 0; pair < NODES / 2; pair++) {
      ValueId negated = graph.apply("negated" + pair, new Unary(OpKind.NEG), last);
      last = graph.apply("larger" + pair, new Binary(OpKind.MAX), negated, x);
    }
    return last;
  }
}
