package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.error.PrecisionUnmet;
import io.pelton.engine.error.Unplaced;
import io.pelton.engine.error.UnpricedTransfer;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.GeneratorOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final DeviceId HOST = DeviceId.first("cpu");

  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input(
          "x",
          new TensorType(DType.F32, Shape.of(Extent.symbolic(new SymbolId("N")), Extent.fixed(3))));
  private final ValueId weights =
      graph.constant("weights", Tensor.of(new float[] {1, -2, 3, 4, -5, 6}, 3, 2));
  private final ValueId product = graph.apply("product", new LinalgOp.MatMul(), x, weights);
  private final ValueId active =
      graph.apply("active", new ElementwiseOp.Unary(OpKind.TANH), product);
  private final ValueId scores = graph.apply("scores", new ReduceOp.Softmax(-1, false), active);
  private final ValueId sum =
      graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), scores, active);
  private final NamedGraph named = new NamedGraph("test", graph, Map.of("x", x), Map.of("y", sum));
  private final SecondDevice second = new SecondDevice();

  private float[] expected() {
    return run(
        CompiledGraph.compile(named, CompileOptions.on(Devices.of(second.besideHost().host()))));
  }

  private static float[] run(CompiledGraph compiled) {
    try (ExecutableGraph executable = compiled.newExecutable()) {
      float[] data = new float[15];
      for (int i = 0; i < data.length; i++) {
        data[i] = i / 7f - 1;
      }
      executable.run(Map.of("x", Tensor.of(new float[3], 1, 3)));
      return ((Tensor) executable.run(Map.of("x", Tensor.of(data, 5, 3))).get("y")).toFloats();
    }
  }

  private CompiledGraph compile(Devices devices, PlanOptions planning) {
    return CompiledGraph.compile(named, CompileOptions.on(devices).withPlanning(planning));
  }

  @Test
  void aPinnedPlanRunsOnTheDeviceWithTheSameBits() {
    float[] expected = expected();
    try (CompiledGraph compiled =
        compile(second.besideHost(), PlanOptions.pinnedTo(SecondDevice.ID))) {
      assertThat(run(compiled)).containsExactly(expected);
      assertThat(compiled.explain(5, Map.of()))
          .contains("cpu:1    Dense+Tanh")
          .contains("cpu to cpu:1");
      // two runs, each with the input up and the output down, and the weights once
      assertThat(second.memory().copies()).isEqualTo(5);
      assertThat(second.memory().liveAllocations()).isEqualTo(1);
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void aPlacedNodeGetsItsOperandsAndSharesTheirCopies() {
    float[] expected = expected();
    graph.place(scores.node(), SecondDevice.ID);
    graph.place(sum.node(), SecondDevice.ID);
    try (CompiledGraph compiled = compile(second.besideHost(), PlanOptions.pinnedTo(HOST))) {
      assertThat(run(compiled)).containsExactly(expected);
    }
    // two runs of one copy up, which both nodes read, and one down
    assertThat(second.memory().copies()).isEqualTo(4);
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void aNodeWithoutKernelFallsBackAndTheRestStays() {
    float[] expected = expected();
    SecondDevice partial = new SecondDevice(kind -> kind != OpKind.SOFTMAX);
    PlanOptions planning = PlanOptions.pinnedTo(SecondDevice.ID).withFallbackPlacements(HOST);
    try (CompiledGraph compiled = compile(partial.besideHost(), planning)) {
      assertThat(run(compiled)).containsExactly(expected);
      assertThat(compiled.explain(5, Map.of()))
          .contains("cpu      Softmax")
          .contains("cpu:1    Dense+Tanh")
          .contains("cpu:1    Add");
    }
  }

  @Test
  void nothingIsFusedIntoWhatTheTargetHasNoKernelFor() {
    float[] expected = expected();
    SecondDevice plain = new SecondDevice(kind -> kind != OpKind.DENSE);
    try (CompiledGraph compiled =
        compile(plain.besideHost(), PlanOptions.pinnedTo(SecondDevice.ID))) {
      assertThat(run(compiled)).containsExactly(expected);
      assertThat(compiled.explain(5, Map.of()))
          .contains("cpu:1    Matmul")
          .contains("cpu:1    Tanh");
    }
  }

  @Test
  void theFallbackIsTheCheapestDeviceWithWhatItTakesToGetThere() {
    SecondDevice partial = new SecondDevice(kind -> kind != OpKind.SOFTMAX);
    PlanOptions planning =
        PlanOptions.pinnedTo(SecondDevice.ID).withFallbackPlacements(ThirdDevice.ID, HOST);
    Devices dear = ThirdDevice.beside(partial, new TransferPrice(1e9, 1e3));
    assertThat(compile(dear, planning).explain(5, Map.of())).contains("cpu      Softmax");
    Devices cheap = ThirdDevice.beside(partial, new TransferPrice(0, 1e12));
    assertThat(compile(cheap, planning).explain(5, Map.of())).contains("cpu:2    Softmax");
    Devices unpriced = ThirdDevice.beside(partial, null);
    assertThat(compile(unpriced, planning).explain(5, Map.of())).contains("cpu      Softmax");
    try (CompiledGraph compiled = compile(cheap, planning)) {
      assertThat(run(compiled)).containsExactly(expected());
    }
  }

  @Test
  void withoutFallbackTheMissingKernelIsNamedWithWhatIsCovered() {
    SecondDevice partial = new SecondDevice(kind -> kind != OpKind.SOFTMAX);
    CompiledGraph compiled = compile(partial.besideHost(), PlanOptions.pinnedTo(SecondDevice.ID));
    assertThatThrownBy(() -> run(compiled))
        .isInstanceOfSatisfying(
            NoBackendForOp.class,
            e -> {
              assertThat(e.node()).isEqualTo("scores");
              assertThat(e.op()).isEqualTo("Softmax");
              assertThat(e.dtypes()).isEqualTo("F32->F32");
              assertThat(e.availableBackends()).containsExactly("cpu:1");
              assertThat(e.supportedCombinations().get("cpu")).contains("F32->F32");
              assertThat(e.supportedCombinations().get("cpu:1")).isEmpty();
            });
    assertThat(partial.memory().liveAllocations()).isZero();
  }

  @Test
  void aKernelThatPromisesTooLittleIsNotTakenUnlessTheFloorIsLowered() {
    SecondDevice rough = SecondDevice.promising(OpKind.SOFTMAX, Precision.within(8));
    PlanOptions pinned = PlanOptions.pinnedTo(SecondDevice.ID);
    CompiledGraph strict = compile(rough.besideHost(), pinned);
    assertThatThrownBy(() -> run(strict))
        .isInstanceOfSatisfying(
            PrecisionUnmet.class,
            e -> {
              assertThat(e.node()).isEqualTo("scores");
              assertThat(e.op()).isEqualTo("Softmax");
              assertThat(e.floor()).isEqualTo("exact bits");
              assertThat(e.offered()).containsExactly("scalar on cpu:1: within 8.0 ulps");
              assertThat(e).hasMessageContaining("Lower the precision floor");
            });
    CompiledGraph elsewhere = compile(rough.besideHost(), pinned.withFallbackPlacements(HOST));
    assertThat(elsewhere.explain(5, Map.of())).contains("cpu      Softmax");
    CompiledGraph lenient =
        compile(rough.besideHost(), pinned.withPrecisionFloor(Precision.within(8)));
    assertThat(lenient.explain(5, Map.of())).contains("cpu:1    Softmax");
  }

  @Test
  void anExplicitlyPlacedNodeNeverFallsBack() {
    graph.place(scores.node(), SecondDevice.ID);
    SecondDevice partial = new SecondDevice(kind -> kind != OpKind.SOFTMAX);
    PlanOptions planning = PlanOptions.pinnedTo(HOST).withFallbackPlacements(HOST);
    CompiledGraph compiled = compile(partial.besideHost(), planning);
    assertThatThrownBy(() -> run(compiled)).isInstanceOf(NoBackendForOp.class);
  }

  @Test
  void aNodeThatNothingPlacesIsAnError() {
    for (ValueId value : List.of(product, scores, sum)) {
      graph.stamp(value.node(), "cpu");
    }
    CompiledGraph compiled = compile(second.besideHost(), PlanOptions.asStamped());
    assertThatThrownBy(() -> run(compiled))
        .isInstanceOfSatisfying(
            Unplaced.class,
            e -> {
              assertThat(e.node()).isEqualTo("active");
              assertThat(e.op()).isEqualTo("Tanh");
              assertThat(e).hasMessageContaining("Pin the plan, or place or stamp the node");
            });
  }

  @Test
  void aStampedNodeRunsOnItsBackend() {
    float[] expected = expected();
    for (int i = 2; i < graph.size(); i++) {
      graph.stamp(new NodeId(i), "cpu");
    }
    assertThat(run(compile(second.besideHost(), PlanOptions.asStamped())))
        .containsExactly(expected);
    graph.stamp(sum.node(), "tpu");
    CompiledGraph compiled = compile(second.besideHost(), PlanOptions.asStamped());
    assertThatThrownBy(() -> run(compiled))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("tpu")
        .hasMessageContaining("node 'sum' is stamped with it");
  }

  @Test
  void explainTellsWhatEveryStepCosts() {
    graph.place(scores.node(), SecondDevice.ID);
    try (CompiledGraph compiled = compile(second.besideHost(), PlanOptions.pinnedTo(HOST))) {
      assertThat(compiled.explain(5, Map.of()))
          .containsPattern("cpu:1 +Softmax .* ns estimated|cpu:1 +Softmax .* us estimated")
          .containsPattern("cpu:1 +Copy +cpu to cpu:1 .*, 64 bytes, 10.0 us estimated")
          .contains("input  x: heap [8, 3], zero-copy");
    }
    try (CompiledGraph pinned =
        compile(second.besideHost(), PlanOptions.pinnedTo(SecondDevice.ID))) {
      assertThat(pinned.explain(5, Map.of()))
          .contains("input  x: heap [8, 3], moved, because 'active' (scalar) runs on cpu:1");
    }
  }

  @Test
  void aMoveWithoutPriceIsRefusedWherePricesAreRequired() {
    graph.place(scores.node(), SecondDevice.ID);
    Devices unpriced = Devices.of(second.besideHost().host()).with(second.device());
    CompiledGraph lenient = compile(unpriced, PlanOptions.pinnedTo(HOST));
    assertThat(run(lenient)).hasSize(10);
    CompiledGraph strict =
        compile(unpriced, PlanOptions.pinnedTo(HOST).withRequiredTransferPrices());
    assertThatThrownBy(() -> run(strict))
        .isInstanceOfSatisfying(
            UnpricedTransfer.class,
            e -> {
              assertThat(e.node()).isEqualTo("scores");
              assertThat(e.from()).isEqualTo("cpu");
              assertThat(e.to()).isEqualTo("cpu:1");
            });
  }

  /** Each length has a plan and a folded constant of its own, which must go when its plan goes. */
  @Test
  void constantsOfEvictedPlansLeaveTheDevice() {
    Graph lengths = new Graph();
    Shape shape = Shape.of(Extent.symbolic(new SymbolId("length")));
    ValueId v = lengths.input("v", new TensorType(DType.F32, shape));
    ValueId counted = lengths.apply("counted", new GeneratorOp.Iota(DType.F32, shape, 0));
    ValueId y = lengths.apply("y", new ElementwiseOp.Binary(OpKind.ADD), v, counted);
    NamedGraph counting = new NamedGraph("test", lengths, Map.of("v", v), Map.of("y", y));
    CompileOptions options =
        CompileOptions.on(second.besideHost())
            .withPlanning(PlanOptions.pinnedTo(SecondDevice.ID))
            .withPlanCacheCapacity(2);
    try (CompiledGraph compiled = CompiledGraph.compile(counting, options);
        ExecutableGraph executable = compiled.newExecutable()) {
      for (int length = 1; length <= 8; length++) {
        Tensor found =
            (Tensor) executable.run(Map.of("v", Tensor.of(new float[length], length))).get("y");
        assertThat(found.toFloats()[length - 1]).isEqualTo(length - 1);
      }
      // an arena and a constant for each of the two plans that are left
      assertThat(second.memory().liveAllocations()).isEqualTo(4);
    }
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void stringsDoNotLeaveTheHost() {
    Graph words = new Graph();
    ValueId text = words.input("text", new TensorType(DType.STRING, Shape.fixed(2)));
    ValueId moved = words.apply("moved", new ShapeOp.Copy(SecondDevice.ID), text);
    NamedGraph moving = new NamedGraph("test", words, Map.of("text", text), Map.of("y", moved));
    CompiledGraph compiled = CompiledGraph.compile(moving, CompileOptions.on(second.besideHost()));
    assertThatThrownBy(() -> compiled.preview(1, Map.of()))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("moved"))
        .hasMessageContaining("strings live on the host and can't be moved to cpu:1");
  }

  @Test
  void outputsAndCopiesNeedPricesWherePricesAreRequired() {
    Devices unpriced = Devices.of(second.besideHost().host()).with(second.device());
    PlanOptions planning = PlanOptions.pinnedTo(HOST).withRequiredTransferPrices();

    Graph made = new Graph();
    ValueId memory = made.apply("memory", new GeneratorOp.Alloc(DType.F32, Shape.fixed(3)));
    ValueId zeros = made.apply("zeros", new MutationOp.ZeroFill(), memory);
    made.place(memory.node(), SecondDevice.ID);
    made.place(zeros.node(), SecondDevice.ID);
    assertUnpriced(made, zeros, CompileOptions.on(unpriced).withPlanning(planning), "output");

    ValueId copy = graph.apply("copy", new ShapeOp.Copy(SecondDevice.ID), x);
    assertUnpriced(graph, copy, CompileOptions.on(unpriced).withPlanning(planning), "copy");
  }

  private void assertUnpriced(Graph of, ValueId output, CompileOptions options, String node) {
    Map<String, ValueId> inputs = of.equals(graph) ? Map.of("x", x) : Map.of();
    NamedGraph moving = new NamedGraph("test", of, inputs, Map.of("y", output));
    CompiledGraph compiled = CompiledGraph.compile(moving, options);
    assertThatThrownBy(() -> compiled.preview(1, Map.of()))
        .isInstanceOfSatisfying(UnpricedTransfer.class, e -> assertThat(e.node()).isEqualTo(node));
  }

  @Test
  void devicesToFallBackToMustBeThere() {
    PlanOptions planning = PlanOptions.pinnedTo(HOST).withFallbackPlacements(ThirdDevice.ID);
    assertThatThrownBy(() -> compile(second.besideHost(), planning))
        .isInstanceOfSatisfying(
            BackendUnavailable.class,
            e -> {
              assertThat(e.backend()).isEqualTo("cpu:2");
              assertThat(e.available()).containsExactly("cpu", "cpu:1");
            });
  }
}
