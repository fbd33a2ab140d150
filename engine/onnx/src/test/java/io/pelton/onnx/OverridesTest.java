package io.pelton.onnx;

import static io.pelton.onnx.TestModel.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ai.onnx.proto.OnnxMl.SparseTensorProto;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Initializers with another value than the file's, and without one. */
class OverridesTest {
  private static final ImportOptions DEFAULTS = ImportOptions.defaults();

  /** The input w of N rows has an initializer, and so has b; c is a constant. */
  private static TestModel model() {
    TestModel model =
        TestModel.onnx(13)
            .input("w", FLOAT, "N", 2)
            .input("x", FLOAT, 1, 2)
            .input("b", FLOAT, 2)
            .initializer("w", new float[] {1, 2}, 1, 2)
            .initializer("c", new float[] {3}, 1)
            .node("Sum", "w,x,b,c", "y")
            .output("y");
    model
        .graph()
        .addSparseInitializer(
            SparseTensorProto.newBuilder()
                .setValues(TestModel.floats("b", new float[] {9}, 1))
                .setIndices(TestModel.longs("", new long[] {1}, 1))
                .addDims(2));
    return model;
  }

  private static OnnxModel load(ImportOptions options) {
    return OnnxModel.parse(model().bytes(), "test", options);
  }

  private static Tensor constant(OnnxModel model, String name) {
    Graph graph = model.graph().graph();
    return IntStream.range(0, graph.size())
        .mapToObj(index -> new ValueId(new NodeId(index), 0))
        .filter(value -> graph.name(value.node()).equals(name))
        .findFirst()
        .flatMap(graph::constant)
        .orElseThrow();
  }

  private static void assertRefused(ImportOptions options, String name, String reason) {
    InvalidOverride error = catchThrowableOfType(InvalidOverride.class, () -> load(options));
    assertThat(error.model()).isEqualTo("test");
    assertThat(error.initializer()).isEqualTo(name);
    assertThat(error.reason()).contains(reason);
    assertThat(error).hasMessageContaining(name).hasMessageContaining(reason);
  }

  @Test
  void overridableInitializersAreListedAndKeepTheirValue() {
    OnnxModel model = load(DEFAULTS);
    assertThat(model.report().overridable()).hasToString("[w: F32[N,2], b: F32[2]]");
    assertThat(model.report().inputs()).hasToString("[x: F32[1,2]]");
    assertThat(constant(model, "w").toFloats()).containsExactly(1, 2);
    assertThat(constant(model, "b").toFloats()).containsExactly(0, 9);
  }

  @Test
  void aValueThatTheInputTakesReplacesTheFiles() {
    Tensor rows = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    OnnxModel model =
        load(DEFAULTS.withOverride("w", rows).withOverride("b", Tensor.of(new float[] {7, 8}, 2)));
    assertThat(constant(model, "w")).isSameAs(rows);
    assertThat(constant(model, "b").toFloats()).containsExactly(7, 8);
    assertThat(model.graph().outputPorts()).hasToString("[y: F32[3,2]]");
    assertThat(model.graph().inputs()).containsOnlyKeys("x");
  }

  @Test
  void openedInitializersAreInputsInTheFilesOrder() {
    OnnxModel model = load(DEFAULTS.opening("w").opening("b"));
    assertThat(model.graph().inputPorts()).hasToString("[w: F32[N,2], x: F32[1,2], b: F32[2]]");
    assertThat(model.report().inputs()).isEqualTo(model.graph().inputPorts());
  }

  @Test
  void whatTheModelDoesNotAllowIsRefused() {
    Tensor two = Tensor.of(new float[] {1, 2}, 2);
    assertRefused(DEFAULTS.withOverride("v", two), "v", "may be overridden: [w, b]");
    assertRefused(DEFAULTS.opening("x"), "x", "no such initializer");
    assertRefused(DEFAULTS.withOverride("c", two), "c", "it is a constant");
    assertRefused(DEFAULTS.opening("c"), "c", "it is a constant");
    assertRefused(DEFAULTS.withOverride("b", two).opening("b"), "b", "choose one");
  }

  @Test
  void valuesOfAnotherTypeAreRefused() {
    assertRefused(
        DEFAULTS.withOverride("b", Tensor.of(new double[] {1, 2}, 2)),
        "b",
        "declared as F32[2] but the value is F64[2]");
    assertRefused(
        DEFAULTS.withOverride("b", Tensor.of(new float[] {1, 2, 3}, 3)), "b", "is F32[3]");
    assertRefused(
        DEFAULTS.withOverride("w", Tensor.of(new float[] {1, 2}, 2)),
        "w",
        "declared as F32[N,2] but the value is F32[2]");
    Tensor four = Tensor.of(new float[] {1, 2, 3, 4}, 4);
    Tensor everySecond = new Tensor(four.storage(), Layout.of(new long[] {2}, new long[] {2}, 0));
    assertRefused(DEFAULTS.withOverride("b", everySecond), "b", "contiguous");
  }
}
