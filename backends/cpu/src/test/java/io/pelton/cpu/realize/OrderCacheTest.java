package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderCacheTest {
  private static final int MOST = 20;

  private final SecondDevice second = new SecondDevice();
  private final Devices devices = second.besideHost();
  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(MOST)));
  private final ValueId kept = narrowed(narrowed(x));

  /** As many elements as the operand has that are not zero, in memory of the second device. */
  private ValueId narrowed(ValueId value) {
    SymbolId count = graph.freshSymbol();
    graph.add("where", new NonZeroIndices(count), List.of(value));
    DynScalar length = DynScalar.of(Extent.symbolic(count));
    ValueId first = graph.apply("first", new Narrow(0, length), value);
    ValueId left = graph.apply("left", new Unary(OpKind.NEG), first);
    graph.place(left.node(), SecondDevice.ID);
    return left;
  }

  private static float[] ones(int count) {
    float[] values = new float[count];
    Arrays.fill(values, 1);
    return values;
  }

  private static StorageCache ones(ValueId input, int count) {
    return new StorageCache().put(input, Tensor.of(Arrays.copyOf(ones(count), MOST), MOST));
  }

  @Test
  void plansAreBoundedHoweverManyAnswersThereAre() {
    try (PipelinedExecutor executor =
        new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()))) {
      OrderCache order = new OrderCache(5);
      Realization realization = Realization.of(graph).targets(kept).order(order);
      int most = 0;
      for (int pass = 0; pass < 3 * MOST; pass++) {
        int count = pass % MOST;
        try (Realized realized = executor.realize(realization.inputs(ones(x, count)))) {
          assertThat(realized.onHost(kept).toFloats()).isEqualTo(ones(count));
        }
        most = Math.max(most, second.memory().liveAllocations());
      }
      assertThat(order.evictions()).isGreaterThan(2 * MOST);
      // two segments of a pass lie on the device, and five are kept
      assertThat(most).isLessThan(20);
      long planned = executor.statistics().segmentsPlanned();
      executor.realize(realization.inputs(ones(x, MOST - 1))).close();
      assertThat(executor.statistics().segmentsPlanned()).isEqualTo(planned);
      order.close();
      assertThat(second.memory().liveAllocations()).isZero();
    }
  }

  @Test
  void keepsSomething() {
    assertThatThrownBy(() -> new OrderCache(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an order cache keeps at least 1 plan, not 0");
  }
}
