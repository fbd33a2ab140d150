package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.IncompatibleSource;
import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.ParametersPending;
import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.Parameters;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Weights that are set after compiling: what they must be, when runs are let in, who shares them.
 */
public abstract class ParametersContract extends GraphFixture {
  private final Map<String, Tensor> weights = WeightedLayers.weights(1);
  private final Map<String, Tensor> others = WeightedLayers.weights(2);
  private final Tensor x = WeightedLayers.rows(5);

  private CompiledGraph layers() {
    return compile(WeightedLayers.with(weights, true));
  }

  private ExecutableGraph open(CompiledGraph compiled) {
    return opened(compiled.newExecutable());
  }

  private Parameters parameters(ExecutableGraph executable) {
    return capability(executable, Parameters.class);
  }

  private void finish(ExecutableGraph executable, Map<String, Tensor> values) {
    values.forEach(parameters(executable)::set);
    parameters(executable).finalizeParameters();
  }

  private ExecutableGraph finished(CompiledGraph compiled, Map<String, Tensor> values) {
    ExecutableGraph executable = open(compiled);
    finish(executable, values);
    return executable;
  }

  private ExecutableGraph fork(ExecutableGraph executable) {
    return opened(capability(executable, Forking.class).fork());
  }

  /** Of the same layers with constants. */
  private float[] expected(Map<String, Tensor> values) {
    return run(executable(WeightedLayers.with(values, false)), "x", x);
  }

  @Test
  void resultsAreThoseOfConstants() {
    CompiledGraph compiled = layers();
    assertThat(compiled.inputs()).extracting(Port::name).containsExactly("x");
    assertThat(compiled.parameters()).extracting(Port::name).containsExactly("w1", "b1", "w2");
    assertThat(compiled.outputs()).extracting(Port::toString).containsExactly("y: F32[N,4]");
    ExecutableGraph executable = finished(compiled, weights);
    assertThat(parameters(executable).declared()).isEqualTo(compiled.parameters());
    for (int rows : new int[] {1, 5, 33}) {
      Tensor batch = WeightedLayers.rows(rows);
      assertThat(run(executable, "x", batch))
          .containsExactly(run(executable(WeightedLayers.with(weights, false)), "x", batch));
    }
    assertThat(compiled.optimization())
        .isEqualTo(compile(WeightedLayers.with(weights, false)).optimization());
  }

  @Test
  void realizingTakesThemAsInputs() {
    NamedGraph named = WeightedLayers.with(weights, true);
    Map<String, Tensor> inputs = new LinkedHashMap<>(weights);
    inputs.put("x", x);
    NamedGraph bound = named.bound(weights);
    try (PipelinedExecutor executor =
            new PipelinedExecutor(machine().devices(), machine().planning());
        Realized given = executor.realize(Realization.of(named, inputs));
        Realized constant = executor.realize(Realization.of(bound, Map.of("x", x)))) {
      float[] values = ((Tensor) given.outputs(named).get("y")).toFloats();
      assertThat(((Tensor) constant.outputs(bound).get("y")).toFloats()).containsExactly(values);
      inputs.remove("w2");
      assertThatThrownBy(() -> executor.realize(Realization.of(named, inputs)))
          .isInstanceOf(UnknownName.class)
          .hasMessageContaining("w2");
    }
  }

  @Test
  void runsWaitUntilTheyAreFinal() {
    ExecutableGraph executable = open(layers());
    Parameters parameters = parameters(executable);
    parameters.set("b1", weights.get("b1"));
    assertThatThrownBy(() -> executable.runSlots(x))
        .isInstanceOfSatisfying(
            ParametersPending.class,
            e -> {
              assertThat(e.graph()).isEqualTo("layers");
              assertThat(e.missing()).containsExactly("w1", "w2");
            })
        .hasMessage(
            "The parameters of 'layers' are not final: [w1, w2] have no value. Set all of them,"
                + " then call finalizeParameters().");
    assertThatThrownBy(parameters::finalizeParameters)
        .isInstanceOfSatisfying(
            ParametersPending.class, e -> assertThat(e.missing()).containsExactly("w1", "w2"));
    weights.forEach(parameters::set);
    assertThatThrownBy(() -> executable.run(Map.of("x", x)))
        .isInstanceOfSatisfying(ParametersPending.class, e -> assertThat(e.missing()).isEmpty())
        .hasMessageContaining("all are set");
    assertThat(parameters.areFinal()).isFalse();
    assertThat(executable.statistics().weightBytes()).isEqualTo(4L * (8 * 16 + 16 + 16 * 4));
    parameters.finalizeParameters();
    parameters.finalizeParameters();
    assertThat(parameters.areFinal()).isTrue();
    assertThat(run(executable, "x", x)).containsExactly(expected(weights));
  }

  @Test
  void aParameterIsNoInput() {
    ExecutableGraph executable = finished(layers(), weights);
    assertThatThrownBy(() -> executable.run(Map.of("x", x, "w1", weights.get("w1"))))
        .isInstanceOf(UnknownName.class)
        .hasMessage("no input 'w1'; known names: [x]");
  }

  @Test
  void whatDoesNotFitIsRefusedAndChangesNothing() {
    ExecutableGraph executable = finished(layers(), weights);
    Parameters parameters = parameters(executable);
    assertThatThrownBy(() -> parameters.set("x", x))
        .isInstanceOfSatisfying(
            UnknownName.class,
            e -> {
              assertThat(e.name()).isEqualTo("x");
              assertThat(e.known()).containsExactly("w1", "b1", "w2");
            })
        .hasMessage("no parameter 'x'; known names: [w1, b1, w2]");
    assertMismatch(parameters, "b1", Tensor.of(new double[16], 16), "dtype", "F32", "F64");
    assertMismatch(
        parameters, "b1", Tensor.of(new float[15], 15), "axis 0 of shape [16]", "16", "15");
    assertMismatch(parameters, "w2", Tensor.of(new float[64], 64), "shape", "[16,4]", "[64]");
    Tensor turned = new Tensor(Tensor.allocate(DType.F32, 4, 16).storage(), turned(4, 16));
    assertMismatch(parameters, "w2", turned, "layout", "contiguous", turned.layout().toString());
    assertThat(parameters.areFinal()).isTrue();
    assertThat(run(executable, "x", x)).containsExactly(expected(weights));
  }

  private static Layout turned(long rows, long columns) {
    return Layout.contiguous(rows, columns).permute(1, 0);
  }

  private static void assertMismatch(
      Parameters parameters,
      String name,
      Tensor value,
      String what,
      String expected,
      String found) {
    assertThatThrownBy(() -> parameters.set(name, value))
        .isInstanceOfSatisfying(
            InputMismatch.class,
            e -> {
              assertThat(e.input()).isEqualTo(name);
              assertThat(e.what()).isEqualTo(what);
              assertThat(e.expected()).isEqualTo(expected);
              assertThat(e.found()).isEqualTo(found);
            });
  }

  @Test
  void valuesMayFollowShapes() {
    ValueId in = input("x", DType.F32, N, Extent.fixed(6));
    ValueId lengths = input("lengths", DType.I64, Extent.fixed(3));
    graph.markParameter(lengths);
    ValueId y = graph.apply("y", new ViewOp.Reshape(false), in, lengths);
    NamedGraph named = named(y, "x", in, "lengths", lengths);
    CompiledGraph compiled = compile(named);
    Tensor batch = Tensor.of(random(12), 2, 6);
    for (long[] shape : new long[][] {{0, 2, 3}, {-1, 3, 2}, {3, 1, 4}}) {
      ExecutableGraph executable = finished(compiled, Map.of("lengths", Tensor.of(shape, 3)));
      Tensor found = (Tensor) executable.run(Map.of("x", batch)).get("y");
      assertThat(found.toFloats()).containsExactly(batch.toFloats());
      assertThat(found.dims()).containsExactly(12 / (shape[1] * shape[2]), shape[1], shape[2]);
    }
    assertThatThrownBy(
            () -> finished(compiled, Map.of("lengths", Tensor.of(new long[] {-1, -1, 2}, 3))))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("y"));
  }

  @Test
  void destructiveOpsWriteACopy() {
    ValueId update = input("x", DType.F32, Extent.fixed(2));
    ValueId memory = input("memory", DType.F32, Extent.fixed(4));
    graph.markParameter(memory);
    ValueId y =
        graph.apply("write", new MutationOp.WriteSlice(0, DynScalar.of(1), false), memory, update);
    NamedGraph named = named(y, "x", update, "memory", memory);
    Tensor value = Tensor.of(new float[] {1, 2, 3, 4}, 4);
    Tensor two = Tensor.of(new float[] {8, 9}, 2);
    ExecutableGraph executable = finished(compile(named), Map.of("memory", value));
    try (PipelinedExecutor executor =
        new PipelinedExecutor(machine().devices(), machine().planning())) {
      for (int i = 0; i < 2; i++) {
        assertThat(run(executable, "x", two)).containsExactly(1, 8, 9, 4);
        try (Realized realized =
            executor.realize(Realization.of(named, Map.of("x", two, "memory", value)))) {
          assertThat(((Tensor) realized.outputs(named).get("y")).toFloats())
              .containsExactly(1, 8, 9, 4);
        }
        assertThat(value.toFloats()).containsExactly(1, 2, 3, 4);
      }
    }
  }

  @Test
  void settingOneAgainLeavesForksAsTheyAre() {
    CompiledGraph compiled = layers();
    ExecutableGraph executable = finished(compiled, weights);
    ExecutableGraph fork = fork(executable);
    float[] before = run(executable, "x", x);
    long ofOne = compiled.weightBytes();

    parameters(executable).set("w1", others.get("w1"));
    assertThat(parameters(executable).areFinal()).isFalse();
    assertThat(parameters(fork).areFinal()).isTrue();
    assertThatThrownBy(() -> executable.runSlots(x)).isInstanceOf(ParametersPending.class);
    assertThatThrownBy(() -> executable.output(0)).isInstanceOf(IllegalStateException.class);
    assertThat(run(fork, "x", x)).containsExactly(before).containsExactly(expected(weights));

    Map<String, Tensor> mixed = new LinkedHashMap<>(weights);
    mixed.put("w1", others.get("w1"));
    parameters(executable).finalizeParameters();
    assertThat(run(executable, "x", x)).containsExactly(expected(mixed));
    assertThat(run(fork, "x", x)).containsExactly(before);
    assertThat(compiled.weightBytes()).isEqualTo(2 * ofOne);
    assertThat(executable.statistics().runs()).isEqualTo(2);
    assertThat(executable.statistics().planMisses()).isEqualTo(2);
    fork.close();
    assertThat(compiled.weightBytes()).isEqualTo(ofOne);
    assertThat(compiled.plansMade()).isEqualTo(2);
  }

  @Test
  void oneForksFinalizingIsAllForks() {
    ExecutableGraph executable = open(layers());
    weights.forEach(parameters(executable)::set);
    ExecutableGraph fork = fork(executable);
    parameters(fork).finalizeParameters();
    assertThat(parameters(executable).areFinal()).isTrue();
    assertThat(run(executable, "x", x)).containsExactly(run(fork, "x", x));
  }

  @Test
  void anotherExecutableHasParametersOfItsOwn() {
    CompiledGraph compiled = layers();
    ExecutableGraph one = finished(compiled, weights);
    ExecutableGraph other = open(compiled);
    assertThat(parameters(other).areFinal()).isFalse();
    finish(other, others);
    assertThat(run(one, "x", x)).containsExactly(expected(weights));
    assertThat(run(other, "x", x)).containsExactly(expected(others));
  }

  @Test
  void theyAreCopiedWithinAGraphWithWhatWasMadeOfThem() {
    CompiledGraph compiled = layers();
    ExecutableGraph source = finished(compiled, weights);
    float[] expected = run(source, "x", x);
    long once = compiled.weightBytes();
    ExecutableGraph target = finished(compiled, others);
    parameters(target).copyFrom(source);
    assertThat(parameters(target).areFinal()).isTrue();
    assertThat(compiled.weightBytes()).isEqualTo(once);
    source.close();
    assertThat(run(target, "x", x)).containsExactly(expected);
    parameters(target).copyFrom(target);
    assertThat(run(target, "x", x)).containsExactly(expected);
    assertThat(compiled.weightBytes()).isEqualTo(once);
  }

  @Test
  void theyAreCopiedToAnotherGraphAsValues() {
    ExecutableGraph source = finished(layers(), weights);
    ExecutableGraph target = open(layers());
    parameters(target).copyFrom(source);
    assertThat(parameters(target).areFinal()).isFalse();
    assertThatThrownBy(() -> target.runSlots(x))
        .isInstanceOfSatisfying(ParametersPending.class, e -> assertThat(e.missing()).isEmpty());
    parameters(target).finalizeParameters();
    assertThat(run(target, "x", x)).containsExactly(run(source, "x", x));
    parameters(source).set("w1", others.get("w1"));
    assertThat(run(target, "x", x)).containsExactly(expected(weights));
  }

  @Test
  void sourcesOfOtherParametersAreRefused() {
    ExecutableGraph target = finished(layers(), weights);
    assertIncompatible(target, executable(network()), "parameters", "[w1, b1, w2]", "none");

    Map<String, Tensor> wide = WeightedLayers.weights(3);
    wide.put("b1", Tensor.allocate(DType.F32, 1, 16));
    ExecutableGraph wider = open(compile(WeightedLayers.with(wide, true)));
    assertIncompatible(target, wider, "type of parameter 'b1'", "F32[16]", "F32[1,16]");

    ValueId in = input("z", DType.F32, N, Extent.fixed(16));
    ValueId bias = input("b1", DType.F32, Extent.fixed(16));
    graph.markParameter(bias);
    NamedGraph fewer = named(binary(OpKind.ADD, in, bias), "z", in, "b1", bias);
    assertIncompatible(target, open(compile(fewer)), "parameters", "[b1, w1, w2]", "[b1]");
    assertThat(run(target, "x", x)).containsExactly(expected(weights));
  }

  private void assertIncompatible(
      ExecutableGraph target, ExecutableGraph source, String what, String expected, String found) {
    assertThatThrownBy(() -> parameters(target).copyFrom(source))
        .isInstanceOfSatisfying(
            IncompatibleSource.class,
            e -> {
              assertThat(e.subject()).isEqualTo("executable 'layers'");
              assertThat(e.what()).isEqualTo(what);
              assertThat(e.expected()).isEqualTo(expected);
              assertThat(e.found()).isEqualTo(found);
            })
        .hasMessage(
            "The executable 'layers' can't take from that source: %s should be %s but is %s.",
            what, expected, found);
  }

  @Test
  void closedExecutablesGiveAndTakeNothing() {
    CompiledGraph compiled = layers();
    ExecutableGraph closed = finished(compiled, weights);
    ExecutableGraph fork = fork(closed);
    closed.close();
    Parameters parameters = parameters(closed);
    for (Runnable use :
        List.<Runnable>of(
            () -> parameters(fork).copyFrom(closed),
            () -> parameters.copyFrom(fork),
            () -> parameters.set("w1", weights.get("w1")),
            parameters::finalizeParameters)) {
      assertThatThrownBy(use::run)
          .isInstanceOfSatisfying(
              ConcurrentUse.class, e -> assertThat(e.subject()).isEqualTo("executable 'layers'"))
          .hasMessageContaining("closed");
    }
    assertThat(run(fork, "x", x)).containsExactly(expected(weights));
  }

  @Test
  void aClosedGraphMakesNoMorePrograms() {
    CompiledGraph compiled = layers();
    ExecutableGraph executable = open(compiled);
    weights.forEach(parameters(executable)::set);
    compiled.close();
    assertThatThrownBy(() -> parameters(executable).finalizeParameters())
        .isInstanceOfSatisfying(
            ConcurrentUse.class, e -> assertThat(e.subject()).isEqualTo("compiled graph 'layers'"));
  }

  @Test
  void aGraphMustNotChangeBeforeTheyAreFinal() {
    NamedGraph named = WeightedLayers.with(weights, true);
    ExecutableGraph executable = open(compile(named));
    weights.forEach(parameters(executable)::set);
    named.graph().constant("late", Tensor.of(new float[1], 1));
    assertThatThrownBy(() -> parameters(executable).finalizeParameters())
        .isInstanceOf(TopologyChanged.class);
    assertThat(parameters(executable).areFinal()).isFalse();
  }

  @Test
  void whatFollowsFromThemIsKnownOnceTheyAreFinal() {
    CompiledGraph compiled = layers();
    for (Runnable question :
        List.<Runnable>of(
            compiled::optimization,
            () -> compiled.preview(1, Map.of()),
            () -> compiled.explain(1, Map.of()))) {
      assertThatThrownBy(question::run)
          .isInstanceOfSatisfying(
              ParametersPending.class,
              e -> assertThat(e.missing()).containsExactly("w1", "b1", "w2"));
    }
    assertThat(compiled.weightBytes()).isZero();
    assertThat(compiled.plansMade()).isZero();
    assertThat(compiled.mixesRows()).isFalse();
    assertThat(compiled.runsInSegments()).isFalse();
    ExecutableGraph executable = finished(compiled, weights);
    assertThat(compiled.explain(1, Map.of())).contains("Softmax");
    assertThat(compiled.weightBytes()).isEqualTo(executable.statistics().weightBytes());
  }

  @Test
  void aGraphWithoutParametersHasNoSuchAbility() {
    CompiledGraph compiled = compile(network());
    assertThat(compiled.parameters()).isEmpty();
    assertThat(open(compiled).capability(Parameters.class)).isEmpty();
  }
}
