package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ParametersTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private static final DeviceId CPU = DeviceId.first("cpu");

  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input("x", ValueType.tensor(DType.F32, Shape.of(N, Extent.fixed(6))));
  private final ValueId lengths =
      graph.input("lengths", ValueType.tensor(DType.I64, Shape.fixed(3)));

  private NamedGraph named(ValueId output) {
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("lengths", lengths);
    inputs.put("x", x);
    return new NamedGraph("test", graph, inputs, Map.of("y", output));
  }

  private ValueId reshaped() {
    return graph.apply("reshaped", new ViewOp.Reshape(false), x, lengths);
  }

  private static void assertInvalid(ThrowingCallable mark, String node, String reason) {
    assertThatThrownBy(mark)
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo(node))
        .hasMessageContaining(reason);
  }

  @Test
  void aMarkIsAMutationThatCopiesKeep() {
    long before = graph.generation();
    graph.markParameter(lengths);
    assertThat(graph.generation()).isEqualTo(before + 1);
    NamedGraph named = named(reshaped());
    NamedGraph copy = named.compacted();
    assertThat(graph.storageClass(lengths.node())).isEqualTo(StorageClass.PARAMETER);
    assertThat(copy.parameterPorts())
        .isEqualTo(named.parameterPorts())
        .extracting(Port::name)
        .containsExactly("lengths");
  }

  @Test
  void onlyTensorsOfFixedShapesAreParameters() {
    ValueId constant = graph.constant("weights", Tensor.of(new float[2], 2));
    ValueId texts =
        graph.input(
            "texts", new ValueType.SequenceType(ValueType.tensor(DType.STRING, Shape.scalar())));
    assertInvalid(
        () -> graph.markParameter(constant), "weights", "only an input can be a parameter");
    assertInvalid(
        () -> graph.markParameter(x),
        "x",
        "a parameter should be a tensor of a fixed shape but is F32[N,6]");
    assertInvalid(() -> graph.markParameter(texts), "texts", "a fixed shape but is seq(STRING");
    assertThat(graph.storageClass(x.node())).isEqualTo(StorageClass.SHARED);
  }

  @Test
  void aParameterHoldsNoState() {
    ValueId state = graph.input("state", ValueType.tensor(DType.F32, Shape.fixed(2)));
    graph.markSession(state);
    graph.markParameter(lengths);
    graph.markParameter(lengths);
    assertInvalid(
        () -> graph.markParameter(state), "state", "it is session state and can't be a parameter");
    assertInvalid(
        () -> graph.markSession(lengths),
        "lengths",
        "it is a parameter and can't be session state");
  }

  @Test
  void typesThatFollowFromValuesAreInferredAnew() {
    graph.markParameter(lengths);
    Tensor value = Tensor.of(new long[] {0, 2, 3}, 3);
    NamedGraph bound = named(reshaped()).bound(Map.of("lengths", value));
    assertThat(bound.inputs().keySet()).containsExactly("x");
    assertThat(bound.outputPorts()).extracting(Port::toString).containsExactly("y: F32[N,2,3]");
    ValueId reshaped = bound.outputs().get("y");
    ValueId constant = bound.graph().operands(reshaped.node()).get(1);
    assertThat(bound.graph().constant(constant)).containsSame(value);
  }

  @Test
  void placesControlEdgesAndOtherParametersStay() {
    ValueId other = graph.input("other", ValueType.tensor(DType.F32, Shape.fixed(6)));
    graph.markParameter(lengths);
    graph.markParameter(other);
    ValueId sum = graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), x, other);
    ValueId y = graph.apply("reshaped", new ViewOp.Reshape(false), x, lengths);
    graph.orderAfter(y.node(), sum.node());
    graph.place(y.node(), CPU);
    graph.stamp(y.node(), "cpu");
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("other", other);
    inputs.put("x", x);
    inputs.put("lengths", lengths);
    NamedGraph bound =
        new NamedGraph("test", graph, inputs, Map.of("y", y))
            .bound(Map.of("lengths", Tensor.of(new long[] {0, 2, 3}, 3)));
    Graph copy = bound.graph();
    NodeId moved = bound.outputs().get("y").node();
    assertThat(copy.placement(moved)).contains(CPU);
    assertThat(copy.targetBackend(moved)).contains("cpu");
    assertThat(copy.predecessors(moved)).extracting(copy::name).containsExactly("sum");
    assertThat(bound.parameterPorts()).extracting(Port::name).containsExactly("other");
  }

  @Test
  void whatIsNoParameterOrDoesNotFitIsRefused() {
    graph.markParameter(lengths);
    NamedGraph named = named(reshaped());
    Tensor two = Tensor.of(new long[] {1, 6}, 2);
    assertThatThrownBy(() -> named.bound(Map.of("x", two)))
        .isInstanceOfSatisfying(
            UnknownName.class,
            e -> {
              assertThat(e.name()).isEqualTo("x");
              assertThat(e.known()).isEqualTo(List.of("lengths"));
            });
    assertThatThrownBy(() -> named.bound(Map.of("z", two))).isInstanceOf(UnknownName.class);
    assertThatThrownBy(() -> named.bound(Map.of("lengths", two)))
        .isInstanceOf(InputMismatch.class)
        .hasMessage("Input 'lengths': type should be I64[3] but is I64[2].");
    assertThatThrownBy(() -> named.bound(Map.of("lengths", Tensor.of(new long[] {0, 5, 5}, 3))))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("reshaped"));
  }
}
