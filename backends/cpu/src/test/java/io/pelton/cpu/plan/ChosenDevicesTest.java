package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Plans that choose between the host and devices beside it. */
class ChosenDevicesTest {
  /** Like a graphics card: fast, once it runs. */
  static final DeviceModel CARD = new DeviceModel(1e13, 1e12, 5_000);

  private static final Pattern STEP = Pattern.compile("(?m)^ +\\d+ +(\\S+) +(\\S+) +(.*)$");

  private final SymbolId rows = new SymbolId("N");
  private final Graph graph = new Graph();

  private static SecondDevice card() {
    return cardWithout(OpKind.LOOP);
  }

  private static SecondDevice cardWithout(OpKind lacks) {
    return new SecondDevice(SecondDevice.ID, CARD, kind -> kind != lacks);
  }

  private ValueId input(String name, DType dtype, int columns) {
    Shape shape = Shape.of(Extent.symbolic(rows), Extent.fixed(columns));
    return graph.input(name, new TensorType(dtype, shape));
  }

  private ValueId layer(String name, ValueId x, int in, int out) {
    float[] weights = new float[in * out];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (i * 31 % 17 - 8) / 64f;
    }
    ValueId matrix = graph.constant(name + " weights", Tensor.of(weights, in, out));
    ValueId product = graph.apply(name, new LinalgOp.MatMul(), x, matrix);
    return graph.apply(name + " relu", new ElementwiseOp.Unary(OpKind.RELU), product);
  }

  private static NamedGraph named(Graph of, ValueId x, ValueId y) {
    return new NamedGraph("test", of, Map.of("x", x), Map.of("y", y));
  }

  private static CompiledGraph compile(NamedGraph named, Devices devices) {
    return CompiledGraph.compile(
        named, CompileOptions.on(devices).withPlanning(PlanOptions.automatic(devices)));
  }

  private static Tensor batch(int rows, int columns) {
    float[] data = new float[rows * columns];
    for (int i = 0; i < data.length; i++) {
      data[i] = (i * 7 % 23 - 11) / 8f;
    }
    return Tensor.of(data, rows, columns);
  }

  private static Object[] run(CompiledGraph compiled, Tensor x) {
    try (ExecutableGraph executable = compiled.newExecutable()) {
      return Cpu.elements((Tensor) executable.run(Map.of("x", x)).get("y"));
    }
  }

  private static Object[] onHost(NamedGraph named, Tensor x) {
    return run(CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND)), x);
  }

  /** {@code device op} of each step. */
  private static List<String> steps(String plan) {
    List<String> steps = new ArrayList<>();
    for (Matcher step = STEP.matcher(plan); step.find(); ) {
      steps.add(step.group(1) + " " + step.group(2));
    }
    return steps;
  }

  @Test
  void aSmallModelStaysOnTheHostJustAsItIsWithoutDevices() {
    ValueId x = input("x", DType.F32, 4);
    NamedGraph small = named(graph, x, layer("layer", x, 4, 3));
    SecondDevice card = card();
    try (CompiledGraph compiled = compile(small, card.besideHost())) {
      String plan = compiled.explain(5, Map.of());
      assertThat(plan)
          .containsPattern(
              "(?m)^chosen by estimates for 64 rows: cpu alone \\(cpu alone 0\\.\\d us, with cpu:1"
                  + " 0\\.\\d us, 0 kernels there, 0 moves for 0\\.0 us\\)$");
      assertThat(steps(plan)).isNotEmpty().allMatch(step -> step.startsWith("cpu "));
      assertThat(run(compiled, batch(5, 4))).isEqualTo(onHost(small, batch(5, 4)));
    }
    assertThat(card.memory().copies()).isZero();
  }

  @Test
  void aLargeModelGoesToTheDeviceAsAWhole() {
    ValueId x = input("x", DType.F32, 256);
    ValueId hidden = layer("second", layer("first", x, 256, 512), 512, 256);
    NamedGraph large = named(graph, x, layer("third", hidden, 256, 8));
    SecondDevice card = card();
    try (CompiledGraph compiled = compile(large, card.besideHost())) {
      String plan = compiled.explain(5, Map.of());
      assertThat(plan)
          .containsPattern(
              "(?m)^chosen by estimates for 64 rows: cpu:1 beside cpu \\(cpu alone .* us, with cpu:1"
                  + " .* us, 3 kernels there, 2 moves for .* us\\)$");
      assertThat(steps(plan)).hasSize(5).allMatch(step -> step.startsWith("cpu:1 "));
      assertThat(run(compiled, batch(5, 256))).isEqualTo(onHost(large, batch(5, 256)));
      assertThat(compiled.preview(5, Map.of()).explainHtml()).contains("cpu:1 beside cpu");
    }
    assertThat(card.memory().liveAllocations()).isZero();
  }

  @Test
  void neitherTheBatchNorItsLayoutMovesAnything() {
    ValueId x = input("x", DType.F32, 64);
    ValueId wide = layer("wide", x, 64, 512);
    ValueId odd = graph.apply("odd", new ReduceOp.Softmax(-1, false), wide);
    NamedGraph model = named(graph, x, layer("narrow", odd, 512, 4));
    SecondDevice card = cardWithout(OpKind.SOFTMAX);
    try (CompiledGraph compiled = compile(model, card.besideHost())) {
      List<String> expected = steps(compiled.explain(64, Map.of()));
      assertThat(expected).anyMatch(step -> step.startsWith("cpu:1 "));
      for (int batch : new int[] {1, 3, 64, 500, 4_000}) {
        assertThat(steps(compiled.explain(batch, Map.of()))).isEqualTo(expected);
        Object[] found = run(compiled, batch(batch, 64));
        assertThat(found).isEqualTo(onHost(model, batch(batch, 64)));
      }
    }
  }

  @Test
  void aGapIsCrossedOnlyWhereBothSidesAreWorthIt() {
    ValueId x = input("x", DType.F32, 16);
    ValueId first = layer("first", x, 16, 16);
    ValueId gap = graph.apply("gap", new ReduceOp.Softmax(-1, false), first);
    NamedGraph cheap = named(graph, x, layer("second", gap, 16, 16));
    Devices devices = cardWithout(OpKind.SOFTMAX).besideHost();
    String stays = compile(cheap, devices).explain(64, Map.of());
    assertThat(steps(stays)).allMatch(step -> step.startsWith("cpu "));

    ValueId heavy = layer("third", gap, 16, 8_192);
    ValueId narrow = layer("fourth", heavy, 8_192, 16);
    NamedGraph dear = named(graph, x, narrow);
    // the first layer is not worth a crossing of its own
    assertThat(steps(compile(dear, devices).explain(64, Map.of())))
        .containsExactly(
            "cpu Dense+Relu",
            "cpu Softmax",
            "cpu:1 Copy",
            "cpu:1 Dense+Relu",
            "cpu:1 Dense+Relu",
            "cpu:1 Copy");
  }

  @Test
  void stringsStayOnTheHostAndTheRestCrossesAsSeldomAsPossible() {
    ValueId text = graph.input("x", new TensorType(DType.STRING, shape(256)));
    ValueId numbers = graph.apply("numbers", new ElementwiseOp.Cast(DType.F32), text);
    ValueId deep = layer("second", layer("first", numbers, 256, 512), 512, 256);
    ValueId sum = graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), deep, numbers);
    NamedGraph model = named(graph, text, layer("third", sum, 256, 2));
    SecondDevice card = card();
    String[] words = new String[3 * 256];
    for (int i = 0; i < words.length; i++) {
      words[i] = Integer.toString(i % 13 - 6);
    }
    Tensor x = Tensor.of(words, 3, 256);
    try (CompiledGraph compiled = compile(model, card.besideHost())) {
      String plan = compiled.explain(3, Map.of());
      assertThat(steps(plan)).startsWith("cpu Cast", "cpu:1 Copy").endsWith("cpu:1 Copy");
      assertThat(steps(plan)).filteredOn(step -> step.endsWith("Copy")).hasSize(2);
      assertThat(run(compiled, x)).isEqualTo(onHost(model, x));
    }
    assertThat(card.memory().liveAllocations()).isZero();
  }

  private Shape shape(int columns) {
    return Shape.of(Extent.symbolic(rows), Extent.fixed(columns));
  }

  @Test
  void aDeviceWithoutAPriceIsLeftOut() {
    ValueId x = input("x", DType.F32, 256);
    NamedGraph large = named(graph, x, layer("layer", x, 256, 1_024));
    SecondDevice card = card();
    Devices unpriced = Devices.of(card.besideHost().host()).with(card.device());
    assertThat(compile(large, unpriced).explain(64, Map.of()))
        .contains(
            "chosen by estimates for 64 rows: cpu alone (cpu:1 left out, as moving data there has"
                + " no price)");
  }

  @Test
  void oneDeviceIsTakenTheFirstAmongEquals() {
    ValueId x = input("x", DType.F32, 256);
    NamedGraph large = named(graph, x, layer("layer", x, 256, 1_024));
    DeviceId another = new DeviceId("cpu", 2);
    Devices both =
        card()
            .besideHost()
            .with(new SecondDevice(another, CARD, kind -> true).device())
            .withPrice(DeviceId.first("cpu"), another, SecondDevice.PRICE);
    assertThat(compile(large, both).explain(64, Map.of()))
        .contains("64 rows: cpu:1 beside cpu (", "with cpu:1 ", "with cpu:2 ")
        .doesNotContain("cpu:2    ");
  }

  @Test
  void whatIsPlacedStaysWhereItIsPlaced() {
    ValueId x = input("x", DType.F32, 256);
    ValueId first = layer("first", x, 256, 1_024);
    ValueId second = graph.apply("second", new ReduceOp.Softmax(-1, false), first);
    ValueId third = layer("third", second, 1_024, 64);
    graph.place(second.node(), DeviceId.first("cpu"));
    NamedGraph large = named(graph, x, third);
    assertThat(steps(compile(large, card().besideHost()).explain(64, Map.of())))
        .contains("cpu Softmax")
        .containsOnlyOnce("cpu Softmax")
        .filteredOn(step -> step.endsWith("Dense+Relu"))
        .containsOnly("cpu:1 Dense+Relu");
  }

  @Test
  void copiesThatNameADeviceAreMadeThere() {
    ValueId x = input("x", DType.F32, 4);
    ValueId there = graph.apply("there", new ShapeOp.Copy(SecondDevice.ID), x);
    NamedGraph small = named(graph, x, layer("layer", there, 4, 3));
    SecondDevice card = card();
    try (CompiledGraph compiled = compile(small, card.besideHost())) {
      assertThat(run(compiled, batch(2, 4))).isEqualTo(onHost(moved(), batch(2, 4)));
      assertThat(card.memory().copies()).isPositive();
    }
  }

  private NamedGraph moved() {
    Graph plain = new Graph();
    ValueId x = plain.input("x", new TensorType(DType.F32, shape(4)));
    float[] weights = new float[12];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (i * 31 % 17 - 8) / 64f;
    }
    ValueId matrix = plain.constant("weights", Tensor.of(weights, 4, 3));
    ValueId product = plain.apply("product", new LinalgOp.MatMul(), x, matrix);
    return named(plain, x, plain.apply("y", new ElementwiseOp.Unary(OpKind.RELU), product));
  }

  @Test
  void kernelsWithinTheFloorOfDevicesAreTakenAndOthersAreNot() {
    ValueId x = input("x", DType.F32, 256);
    ValueId scores = graph.apply("scores", new ReduceOp.Softmax(-1, false), x);
    NamedGraph large = named(graph, x, layer("layer", scores, 256, 2_048));
    SecondDevice near = SecondDevice.promising(CARD, OpKind.SOFTMAX, Precision.within(8));
    assertThat(steps(compile(large, near.besideHost()).explain(64, Map.of())))
        .contains("cpu:1 Softmax");
    SecondDevice far = SecondDevice.promising(CARD, OpKind.SOFTMAX, Precision.within(17));
    assertThat(steps(compile(large, far.besideHost()).explain(64, Map.of())))
        .contains("cpu Softmax", "cpu:1 Dense+Relu");
  }
}
