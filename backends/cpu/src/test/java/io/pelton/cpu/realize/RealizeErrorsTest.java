package io.pelton.cpu.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.error.NoSuchArm;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.error.Unplaced;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.realize.StorageCache;
import io.pelton.engine.realize.pick.DeviceTelemetry;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is wrong with a graph or what is asked of it, before a kernel has run. */
class RealizeErrorsTest {
  private static final PlanOptions ON_HOST = PlanOptions.pinnedTo(DeviceId.first("cpu"));

  private final Sketch sketch = new Sketch();
  private final ValueId x = sketch.rows("x", 2);
  private final ValueId relu = sketch.graph.apply("relu", new Unary(OpKind.RELU), x);

  private Realization of(ValueId target) {
    return Realization.of(sketch.graph).targets(target).inputs(given(1, 2));
  }

  private StorageCache given(float... values) {
    return new StorageCache().put(x, Tensor.of(values, values.length / 2, 2));
  }

  private <E extends EngineException> E refused(Class<E> type, Realization realization) {
    return refused(type, Cpu.BACKEND, ON_HOST, realization);
  }

  /** The same every time, with kept plans too, and the executor works afterwards. */
  private <E extends EngineException> E refused(
      Class<E> type, Backend backend, PlanOptions options, Realization realization) {
    Sketch other = new Sketch();
    ValueId y = other.rows("y", 2);
    StorageCache inputs = new StorageCache().put(y, Tensor.of(new float[] {5, 6}, 1, 2));
    try (OrderCache order = new OrderCache();
        PipelinedExecutor executor = new PipelinedExecutor(Devices.of(backend), options)) {
      E first = catchThrowableOfType(type, () -> executor.realize(realization));
      E second = catchThrowableOfType(type, () -> executor.realize(realization.order(order)));
      assertThat(second).hasMessage(first.getMessage());
      assertThat(first).hasNoSuppressedExceptions();
      Realization works = Realization.of(other.graph).targets(y).inputs(inputs);
      try (Realized realized = executor.realize(works)) {
        assertThat(realized.onHost(y).toFloats()).containsExactly(5, 6);
      }
      return first;
    }
  }

  @Test
  void anInputThatIsMissing() {
    UnknownName e = refused(UnknownName.class, of(relu).inputs(new StorageCache()));
    assertThat(e.what()).isEqualTo("missing input");
    assertThat(e.name()).isEqualTo("x");
    assertThat(e.known()).containsExactly("x");
    assertThat(e).hasMessage("missing input 'x'; known names: [x]");
  }

  @Test
  void aTargetThatIsNotKnown() {
    ValueId other = sketch.unary(OpKind.TANH, x);
    OptimizedGraph optimized =
        OptimizedGraph.of(
            sketch.output("y", relu).named("test"),
            RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared())));
    UnknownName e = refused(UnknownName.class, of(other).optimized(optimized));
    assertThat(e.what()).isEqualTo("no target of the optimized graph");
    assertThat(e.name()).isEqualTo(other.toString());
    assertThat(e.known()).containsExactly(relu.toString());
    assertThat(e)
        .hasMessage(
            "no target of the optimized graph '" + other + "'; known names: [" + relu + "]");
  }

  @Test
  void aResultThatWasNotAskedFor() {
    try (PipelinedExecutor executor = new PipelinedExecutor(Devices.of(Cpu.BACKEND), ON_HOST);
        Realized realized = executor.realize(of(relu))) {
      UnknownName e = catchThrowableOfType(UnknownName.class, () -> realized.value(x));
      assertThat(e.name()).isEqualTo(x.toString());
      assertThat(e.known()).containsExactly(relu.toString());
      assertThat(e).hasMessage("no target '" + x + "'; known names: [" + relu + "]");
    }
  }

  @Test
  void anInputThatTheGraphDoesNotHave() {
    UnknownName e =
        catchThrowableOfType(
            UnknownName.class,
            () ->
                StorageCache.of(
                    sketch.output("y", relu).named("test"), Map.of("z", Tensor.of(new long[1]))));
    assertThat(e.name()).isEqualTo("z");
    assertThat(e).hasMessage("no input 'z'; known names: [x]");
  }

  @Test
  void anInputOfAnotherTypeOrShape() {
    StorageCache longs = new StorageCache().put(x, Tensor.of(new long[2], 1, 2));
    InputMismatch e = refused(InputMismatch.class, of(relu).inputs(longs));
    assertThat(List.of(e.input(), e.what(), e.expected(), e.found()))
        .containsExactly("x", "dtype", "F32", "I64");
    assertThat(e).hasMessage("Input 'x': dtype should be F32 but is I64.");
    StorageCache wide = new StorageCache().put(x, Tensor.of(new float[3], 1, 3));
    e = refused(InputMismatch.class, of(relu).inputs(wide));
    assertThat(List.of(e.input(), e.what(), e.expected(), e.found()))
        .containsExactly("x", "axis 1 of shape [rows,2]", "2", "3");
    assertThat(e).hasMessage("Input 'x': axis 1 of shape [rows,2] should be 2 but is 3.");
  }

  @Test
  void aNodeThatNothingPlaces() {
    Unplaced e = refused(Unplaced.class, Cpu.BACKEND, PlanOptions.asStamped(), of(relu));
    assertThat(e.node()).isEqualTo("relu");
    assertThat(e.op()).isEqualTo("Relu");
    assertThat(e)
        .hasMessage(
            "Node 'relu' (Relu) has no device: it is neither placed nor stamped with a backend, and"
                + " the plan is not pinned to a device. Pin the plan, or place or stamp the node.");
  }

  @Test
  void anOpWithoutAKernel() {
    Backend backend = Hooked.replacing(OpKind.RELU, List.of());
    NoBackendForOp e = refused(NoBackendForOp.class, backend, ON_HOST, of(relu));
    assertThat(e.node()).isEqualTo("relu");
    assertThat(e.op()).isEqualTo("Relu");
    assertThat(e.dtypes()).isEqualTo("F32->F32");
    assertThat(e.availableBackends()).containsExactly("cpu");
    assertThat(e.supportedCombinations()).isEqualTo(Map.of("cpu", List.of()));
    assertThat(e)
        .hasMessage(
            "Node 'relu': no kernel for Relu[F32->F32] on backends [cpu]. Supported for Relu:"
                + " nothing on any backend; express the op through others, or add a backend that"
                + " has it.");
  }

  @Test
  void armsThatAreNoAlternatives() {
    ValueId other = sketch.unary(OpKind.TANH, x);
    ValueId merged = sketch.graph.apply("merged", new BranchOp("merged"), relu, other);
    ValueId reader = sketch.graph.apply("reader", new Unary(OpKind.NEG), other);
    Realization both = of(merged).targets(merged, reader);
    InvalidBranch e = refused(InvalidBranch.class, both);
    assertThat(e.branch()).isEqualTo("merged");
    assertThat(e.arm()).isEqualTo(1);
    assertThat(e.reason()).contains("reader");
    assertThat(e).hasMessage("Branch 'merged', arm 1: " + e.reason());
  }

  @Test
  void armsThatAreNotThere() {
    ValueId merged = sketch.branch("way", relu, relu, sketch.unary(OpKind.NEG, relu));
    NoSuchArm e =
        refused(NoSuchArm.class, of(merged).route(new PickedRoute(Map.of(merged.node(), 2))));
    assertThat(e.branch()).isEqualTo("way");
    assertThat(e.picked()).isEqualTo(2);
    assertThat(e.arms()).isEqualTo(2);
    assertThat(e).hasMessage("Branch 'way' has no arm 2; pick one of 0 to 1.");
    e = refused(NoSuchArm.class, of(merged).route(new PickedRoute(Map.of(relu.node(), 1))));
    assertThat(e.branch()).isEqualTo("relu");
    assertThat(e.arms()).isZero();
    assertThat(e).hasMessageStartingWith("Node 'relu' is no branch, so that there is no arm 1");
  }

  @Test
  void armsThatASelectorPicksAndAreNotThere() {
    ValueId merged = sketch.branch("way", relu, relu, sketch.unary(OpKind.NEG, relu));
    Realization picking =
        of(merged).picking((branch, arms, lookup) -> -1, device -> DeviceTelemetry.UNKNOWN);
    NoSuchArm e = refused(NoSuchArm.class, picking);
    assertThat(e.branch()).isEqualTo("way");
    assertThat(e.picked()).isEqualTo(-1);
    assertThat(e).hasMessage("Branch 'way' has no arm -1; pick one of 0 to 1.");
  }
}
