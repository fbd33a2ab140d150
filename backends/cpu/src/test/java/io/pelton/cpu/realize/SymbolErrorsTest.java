package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.engine.error.CapacityExceeded;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.SymbolConflict;
import io.pelton.engine.error.UnboundSymbol;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Symbols that stand for nothing, for two numbers or for too much. */
class SymbolErrorsTest {
  private static final SymbolId KEYS = new SymbolId("keys");

  private final AtomicInteger runs = new AtomicInteger();
  private final Backend backend = Hooked.atRun(OpKind.TANH, runs::incrementAndGet);
  private final PipelinedExecutor executor =
      new PipelinedExecutor(Devices.of(backend), PlanOptions.pinnedTo(DeviceId.first("cpu")));
  private final OrderCache order = new OrderCache();
  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 4);
  private final ValueId tanh = sketch.unary(OpKind.TANH, x);
  private final StorageCache inputs =
      new StorageCache().put(x, Tensor.of(new float[] {1, 0, 2, 3}, 1, 4));

  @AfterEach
  void close() {
    executor.close();
    order.close();
  }

  private ValueId narrowed(ValueId value, Extent length) {
    return sketch.graph.apply("narrowed", new Narrow(1, DynScalar.of(length)), value);
  }

  /** Both with and without kept plans. */
  private <E extends EngineException> E refused(Class<E> type, Realization realization) {
    Realization given = realization.inputs(inputs);
    E first = catchThrowableOfType(type, () -> executor.realize(given));
    E kept = catchThrowableOfType(type, () -> executor.realize(given.order(order)));
    assertThat(kept).hasMessage(first.getMessage());
    return first;
  }

  @Test
  void aSymbolThatNothingBinds() {
    ValueId target = narrowed(tanh, Extent.symbolic(KEYS, 4));
    UnboundSymbol e =
        refused(
            UnboundSymbol.class,
            Realization.of(sketch.graph)
                .targets(target)
                .env(new SymEnv().bind(new SymbolId("other"), 1)));
    assertThat(e.node()).isEqualTo("narrowed");
    assertThat(e.symbol()).isEqualTo("keys");
    assertThat(e.bound()).containsExactly("rows", "other");
    assertThat(e)
        .hasMessage(
            "Node 'narrowed' needs symbol 'keys', which no input, producer or environment binds;"
                + " bound symbols: [rows, other]. Bind it in the SymEnv of the realization.");
    assertThat(runs).hasValue(0);
  }

  @Test
  void aSymbolThatStandsForMoreThanFits() {
    ValueId target = narrowed(tanh, Extent.symbolic(KEYS, 3));
    CapacityExceeded e =
        refused(
            CapacityExceeded.class,
            Realization.of(sketch.graph).targets(target).env(new SymEnv().bind(KEYS, 4)));
    assertThat(e.where()).isEqualTo("node 'narrowed'");
    assertThat(e.symbol()).isEqualTo("keys");
    assertThat(e.value()).isEqualTo(4);
    assertThat(e.capacity()).isEqualTo(3);
    assertThat(e)
        .hasMessage(
            "Symbol 'keys' stands for 4 but node 'narrowed' has room for 3 at most; give less, or"
                + " build the graph with a larger capacity.");
    assertThat(runs).hasValue(0);
  }

  @Test
  void anInputThatIsLongerThanDeclared() {
    ValueId bounded = sketch.input("bounded", DType.F32, Extent.symbolic(KEYS, 2));
    inputs.put(bounded, Tensor.of(new float[3], 3));
    ValueId target = sketch.unary(OpKind.TANH, bounded);
    CapacityExceeded e =
        refused(CapacityExceeded.class, Realization.of(sketch.graph).targets(target));
    assertThat(e.where()).isEqualTo("input 'bounded'");
    assertThat(e.value()).isEqualTo(3);
    assertThat(e.capacity()).isEqualTo(2);
    assertThat(runs).hasValue(0);
  }

  @Test
  void aCountThatIsMoreThanFitsWhereItIsRead() {
    SymbolId count = sketch.graph.freshSymbol();
    ValueId indices =
        new ValueId(sketch.graph.add("where", new NonZeroIndices(count), List.of(tanh)), 0);
    ValueId target = narrowed(indices, Extent.symbolic(count, 2));
    CapacityExceeded e =
        refused(CapacityExceeded.class, Realization.of(sketch.graph).targets(target));
    assertThat(e.where()).isEqualTo("node 'narrowed'");
    assertThat(e.symbol()).isEqualTo(count.name());
    assertThat(e.value()).isEqualTo(3);
    assertThat(e.capacity()).isEqualTo(2);
    inputs.put(x, Tensor.of(new float[] {1, 0, 0, 3}, 1, 4));
    try (Realized realized =
        executor.realize(Realization.of(sketch.graph).targets(target).inputs(inputs))) {
      assertThat(realized.producedEnv()).isEqualTo(new SymEnv().bind(count, 2));
    }
  }

  @Test
  void aSymbolThatStandsForTwoNumbers() {
    SymbolConflict e =
        refused(
            SymbolConflict.class,
            Realization.of(sketch.graph).targets(tanh).env(new SymEnv().bind(Sketch.ROWS, 2)));
    assertThat(e.symbol()).isEqualTo("rows");
    assertThat(e.bound()).isEqualTo(1);
    assertThat(e.offered()).isEqualTo(2);
    assertThat(e)
        .hasMessage(
            "Symbol 'rows' stands for 1 in this pass and can't become 2; bind it once, to what the"
                + " inputs have.");
    ValueId other = sketch.rows("other", 4);
    inputs.put(other, Tensor.of(new float[12], 3, 4));
    ValueId sum = sketch.binary(OpKind.ADD, tanh, other);
    e = refused(SymbolConflict.class, Realization.of(sketch.graph).targets(sum));
    assertThat(List.of(e.bound(), e.offered())).containsExactlyInAnyOrder(1L, 3L);
    assertThat(runs).hasValue(0);
  }

  @Test
  void aCountThatTheEnvironmentSaysElse() {
    SymbolId count = sketch.graph.freshSymbol();
    ValueId indices =
        new ValueId(sketch.graph.add("where", new NonZeroIndices(count), List.of(tanh)), 0);
    ValueId target = narrowed(indices, Extent.symbolic(count, 4));
    Realization realization = Realization.of(sketch.graph).targets(target);
    SymbolConflict e = refused(SymbolConflict.class, realization.env(new SymEnv().bind(count, 2)));
    assertThat(e.symbol()).isEqualTo(count.name());
    assertThat(e.bound()).isEqualTo(2);
    assertThat(e.offered()).isEqualTo(3);
    SymEnv right = new SymEnv().bind(count, 3);
    try (Realized realized = executor.realize(realization.env(right).inputs(inputs))) {
      assertThat(realized.producedEnv().isEmpty()).as("given, and not produced").isTrue();
      assertThat(realized.onHost(target).toLongs()).containsExactly(0, 0, 0, 0, 2, 3);
    }
  }
}
