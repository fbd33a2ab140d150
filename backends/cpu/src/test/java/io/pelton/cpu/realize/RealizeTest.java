package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.ExecutorStatistics;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
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
import java.util.List;
import org.junit.jupiter.api.Test;

class RealizeTest {
  private static final SymbolId ROWS = new SymbolId("n");

  private final Devices devices = Devices.of(Cpu.BACKEND);
  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input(
          "x",
          ValueType.tensor(DType.F32, Shape.of(List.of(Extent.symbolic(ROWS), Extent.fixed(2)))));

  private PipelinedExecutor executor() {
    return new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
  }

  private static Tensor rows(float... values) {
    return Tensor.of(values, values.length / 2, 2);
  }

  @Test
  void sharedPartsOfSeveralTargetsRunOnce() {
    ValueId relu = graph.apply("relu", new Unary(OpKind.RELU), x);
    ValueId sum = graph.apply("sum", new Binary(OpKind.ADD), relu, relu);
    try (PipelinedExecutor executor = executor();
        Realized realized =
            executor.realize(
                Realization.of(graph)
                    .targets(sum, relu)
                    .inputs(new StorageCache().put(x, rows(1, -2, 3, 4))))) {
      assertThat(realized.onHost(sum).toFloats()).containsExactly(2, 0, 6, 8);
      assertThat(realized.onHost(relu).toFloats()).containsExactly(1, 0, 3, 4);
      assertThat(executor.statistics()).isEqualTo(new ExecutorStatistics(1, 1, 1, 2, 1));
    }
  }

  @Test
  void aRepeatedPassPlansNothing() {
    ValueId relu = graph.apply("relu", new Unary(OpKind.RELU), x);
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      Realization realization = Realization.of(graph).targets(relu).order(order);
      Realized first = executor.realize(realization.inputs(new StorageCache().put(x, rows(1, -2))));
      ExecutorStatistics planned = executor.statistics();
      Realized second =
          executor.realize(realization.inputs(new StorageCache().put(x, rows(-5, 6))));
      assertThat(first.onHost(relu).toFloats()).containsExactly(1, 0);
      assertThat(second.onHost(relu).toFloats()).containsExactly(0, 6);
      assertThat(executor.statistics())
          .isEqualTo(
              new ExecutorStatistics(
                  2,
                  planned.ordersMade(),
                  planned.segmentsPlanned(),
                  planned.stepsBound(),
                  planned.compilerJobs()));
      Realization kept = realization.outputs(outputs);
      Realized third = executor.realize(kept.inputs(new StorageCache().put(x, rows(7, 8))));
      assertThat(third.onHost(relu).toFloats()).containsExactly(7, 8);
      Realized fourth = executor.realize(kept.inputs(new StorageCache().put(x, rows(9, -8))));
      assertThat(fourth.storage(relu)).isSameAs(third.storage(relu));
      assertThat(third.onHost(relu).toFloats()).containsExactly(9, 0);
    }
  }

  @Test
  void whatIsCountedDecidesWhatComesNext() {
    SymbolId count = graph.freshSymbol();
    ValueId indices = new ValueId(graph.add("where", new NonZeroIndices(count), List.of(x)), 0);
    ValueId first =
        graph.apply(
            "first",
            new ViewOp.Narrow(1, DynScalar.of(0), DynScalar.of(Extent.symbolic(count))),
            indices);
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache()) {
      Realization realization = Realization.of(graph).targets(first);
      for (Realization way : List.of(realization, realization.order(order))) {
        for (int pass = 0; pass < 3; pass++) {
          Realized realized =
              executor.realize(way.inputs(new StorageCache().put(x, rows(1, 0, 3, 4))));
          assertThat(realized.onHost(first).dims()).containsExactly(2, 3);
          assertThat(realized.onHost(first).toLongs()).containsExactly(0, 1, 1, 0, 0, 1);
          assertThat(realized.producedEnv().get(count)).hasValue(3);
          realized = executor.realize(way.inputs(new StorageCache().put(x, rows(0, 0, 3, 0))));
          assertThat(realized.onHost(first).dims()).containsExactly(2, 1);
          assertThat(realized.producedEnv().get(count)).hasValue(1);
        }
      }
    }
  }

  @Test
  void whoComesLaterReadsStateAsItWas() {
    ValueId state = graph.input("state", ValueType.tensor(DType.F32, Shape.fixed(3)));
    graph.markSession(state);
    ValueId alias = graph.apply("alias", new ElementwiseOp.Identity(), state);
    ValueId other = graph.apply("other", new ElementwiseOp.Identity(), alias);
    SymbolId count = graph.freshSymbol();
    graph.add("where", new NonZeroIndices(count), List.of(x));
    DynScalar length = DynScalar.of(Extent.symbolic(count));
    ViewOp.Narrow narrow = new ViewOp.Narrow(0, DynScalar.of(1), length);
    ValueId updates = graph.constant("updates", Tensor.of(new float[] {6, 7}, 2));
    ValueId update = graph.apply("update", narrow, updates);
    ValueId written =
        graph.apply("written", new WriteSlice(0, DynScalar.of(1), false), state, update);
    ValueId late = graph.apply("late", narrow, alias);
    ValueId later = graph.apply("later", narrow, other);
    ValueId latest = graph.apply("latest", narrow, written);
    try (PipelinedExecutor executor = executor();
        OrderCache order = new OrderCache()) {
      Realization realization = Realization.of(graph).targets(written, late, later, latest, state);
      for (Realization way : List.of(realization, realization.order(order))) {
        for (int pass = 0; pass < 2; pass++) {
          Tensor kept = Tensor.of(new float[] {1, 2, 3}, 3);
          Realized realized =
              executor.realize(way.inputs(new StorageCache().put(x, rows(0, 1)).put(state, kept)));
          assertThat(realized.onHost(late).toFloats()).containsExactly(2);
          assertThat(realized.onHost(later).toFloats()).containsExactly(2);
          assertThat(realized.onHost(latest).toFloats()).containsExactly(7);
          assertThat(realized.onHost(written).toFloats()).containsExactly(1, 7, 3);
          assertThat(realized.onHost(state).toFloats()).containsExactly(1, 2, 3);
          assertThat(kept.toFloats()).containsExactly(1, 7, 3);
        }
      }
    }
  }

  @Test
  void persistentOutputsAreNoInputs() {
    ValueId relu = graph.apply("relu", new Unary(OpKind.RELU), x);
    try (PipelinedExecutor executor = executor();
        PersistentOutputs outputs = new PersistentOutputs()) {
      Realization realization = Realization.of(graph).targets(relu).outputs(outputs);
      Realized first = executor.realize(realization.inputs(new StorageCache().put(x, rows(1, -2))));
      Realization fedBack =
          realization.inputs(new StorageCache().put(x, (Tensor) first.value(relu)));
      assertThatThrownBy(() -> executor.realize(fedBack))
          .isInstanceOf(InputMismatch.class)
          .hasMessage(
              "Input 'x': memory should be its own but is that of a persistent output, which this"
                  + " pass writes; give a copy.");
    }
  }

  @Test
  void nodesBehindACountWaitWhileOthersRun() {
    SymbolId count = graph.freshSymbol();
    graph.add("where", new NonZeroIndices(count), List.of(x));
    DynScalar length = DynScalar.of(Extent.symbolic(count));
    ValueId behind = graph.apply("first", new ViewOp.Narrow(0, DynScalar.of(0), length), x);
    ValueId beside = x;
    for (int i = 0; i < 500; i++) {
      behind = graph.apply("behind", new Unary(OpKind.NEG), behind);
      beside = graph.apply("beside", new Binary(OpKind.ADD), beside, x);
    }
    ValueId both =
        graph.apply(
            "both",
            new Binary(OpKind.ADD),
            behind,
            graph.apply("cut", new ViewOp.Narrow(0, DynScalar.of(1), length), beside));
    try (PipelinedExecutor executor = executor()) {
      Realization realization = Realization.of(graph).targets(both, behind, beside);
      Realized realized =
          executor.realize(realization.inputs(new StorageCache().put(x, rows(0, 0, 3, 0))));
      assertThat(realized.onHost(behind).toFloats()).containsExactly(0, 0);
      assertThat(realized.onHost(beside).toFloats()).containsExactly(0, 0, 1503, 0);
      assertThat(realized.onHost(both).toFloats()).containsExactly(1503, 0);
      // one of each chunk, and one of all that waited
      assertThat(executor.statistics().segmentsPlanned()).isBetween(2L, 10L);
    }
  }
}
