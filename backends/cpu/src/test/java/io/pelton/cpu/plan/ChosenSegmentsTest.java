package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Devices that are chosen for what is planned piece by piece, owned by nodes or written in place.
 */
class ChosenSegmentsTest {
  private static final int WIDTH = 256;

  private final SecondDevice card =
      new SecondDevice(SecondDevice.ID, ChosenDevicesTest.CARD, kind -> true);
  private final Devices devices = card.besideHost();
  private final PlanOptions automatic = PlanOptions.automatic(devices);
  private final Graph graph = new Graph();

  @AfterEach
  void nothingIsLeftOnTheDevice() {
    assertThat(card.memory().liveAllocations()).isZero();
  }

  private static ValueId square(Graph graph, String name, ValueId x) {
    float[] weights = new float[WIDTH * WIDTH];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (i * 31 % 17 - 8) / 256f;
    }
    ValueId matrix = graph.constant(name + " weights", Tensor.of(weights, WIDTH, WIDTH));
    return graph.apply(name, new LinalgOp.MatMul(), x, matrix);
  }

  private static Tensor rows(int rows) {
    float[] data = new float[rows * WIDTH];
    for (int i = 0; i < data.length; i++) {
      data[i] = (i * 7 % 23 - 11) / 8f;
    }
    return Tensor.of(data, rows, WIDTH);
  }

  private Object[] compiled(NamedGraph named, Map<String, Tensor> inputs, List<String> explained) {
    CompileOptions options = CompileOptions.on(devices).withPlanning(automatic);
    try (CompiledGraph compiled = CompiledGraph.compile(named, options);
        ExecutableGraph executable = compiled.newExecutable()) {
      executable.run(inputs);
      Object[] found = Cpu.elements((Tensor) executable.run(inputs).get("y"));
      explained.add(executable.explain());
      return found;
    }
  }

  private static Object[] onHost(NamedGraph named, Map<String, Tensor> inputs) {
    return Cpu.elements((Tensor) Cpu.realize(named, inputs).get("y"));
  }

  /** The number of rows follows from what is computed. */
  private NamedGraph repeating() {
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(1)));
    ValueId count = graph.apply("count", new ElementwiseOp.Cast(DType.I64), x);
    ValueId width = graph.constant("width", Tensor.of(new long[] {WIDTH}, 1));
    ValueId dims = graph.apply("dims", new ShapeOp.Concat(0), count, width);
    ValueId wide = graph.apply("wide", new ViewOp.Expand(), x, dims);
    ValueId y = square(graph, "second", square(graph, "first", wide));
    return new NamedGraph("test", graph, Map.of("x", x), Map.of("y", y));
  }

  @Test
  void theDataOfSegmentsMovesNothing() {
    NamedGraph named = repeating();
    for (float count : new float[] {1, 2, 300}) {
      Map<String, Tensor> inputs = Map.of("x", Tensor.of(new float[] {count}, 1));
      List<String> explained = new ArrayList<>();
      assertThat(compiled(named, inputs, explained)).isEqualTo(onHost(named, inputs));
      assertThat(explained.get(0))
          .contains("segments planned on the way: 2", "64 rows: cpu:1 beside cpu (")
          .containsPattern("cpu:1 +Matmul.*'first'")
          .containsPattern("cpu:1 +Matmul.*'second'")
          .containsPattern("cpu +Cast.*'count'");
    }
  }

  @Test
  void realizingChoosesForTheTargetsThatAreAskedFor() {
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(64, WIDTH)));
    ValueId small = graph.apply("small", new ElementwiseOp.Unary(OpKind.RELU), x);
    ValueId large = square(graph, "second", square(graph, "first", small));
    NamedGraph named = new NamedGraph("test", graph, Map.of("x", x), Map.of("y", large));
    Realization all = Realization.of(named, Map.of("x", rows(64)));
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, automatic);
        OrderCache order = new OrderCache()) {
      for (Realization way : List.of(all, all.order(order), all.order(order))) {
        try (Realized realized = executor.realize(way)) {
          assertThat(Cpu.elements((Tensor) realized.outputs(named).get("y")))
              .isEqualTo(onHost(named, Map.of("x", rows(64))));
          assertThat(explained(realized)).containsPattern("cpu:1 +Matmul.*'first'");
        }
      }
      try (Realized realized = executor.realize(all.targets(small))) {
        assertThat(explained(realized))
            .contains("64 rows: cpu alone")
            .doesNotContainPattern("cpu:1 +Relu");
      }
    }
  }

  private static String explained(Realized realized) {
    return String.join("\n", realized.plans().stream().map(Plan::explain).toList());
  }

  @Test
  void bodiesAreChosenForByThemselves() {
    Graph body = new Graph();
    ValueId iteration = body.input("i", ValueType.tensor(DType.I64, Shape.fixed()));
    ValueId condition = body.input("c", ValueType.tensor(DType.BOOL, Shape.fixed()));
    ValueId carried = body.input("v", ValueType.tensor(DType.F32, Shape.fixed(64, WIDTH)));
    ValueId next = square(body, "second", square(body, "first", carried));
    Map<String, ValueId> ins = new LinkedHashMap<>();
    ins.put("i", iteration);
    ins.put("c", condition);
    ins.put("v", carried);
    Map<String, ValueId> outs = new LinkedHashMap<>();
    outs.put("again", condition);
    outs.put("next", next);
    NamedGraph loop = new NamedGraph("body", body, ins, outs);
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(64, WIDTH)));
    ValueId times = graph.constant("times", Tensor.of(new long[] {3}));
    ValueId y = graph.apply("y", new ControlOp.Loop(loop, 1), times, ValueId.ABSENT, x);
    NamedGraph named = new NamedGraph("test", graph, Map.of("x", x), Map.of("y", y));
    Map<String, Tensor> inputs = Map.of("x", rows(64));
    assertThat(compiled(named, inputs, new ArrayList<>())).isEqualTo(onHost(named, inputs));
    // each iteration, at least the carried value up and down
    assertThat(card.memory().copies()).isGreaterThan(6);
  }

  @Test
  void sessionStateAndWhatWritesItStayOnTheHost() {
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(64, WIDTH)));
    ValueId state = graph.input("state", ValueType.tensor(DType.F32, Shape.fixed(128, WIDTH)));
    graph.markSession(state);
    ValueId rows = square(graph, "second", square(graph, "first", x));
    ValueId written =
        graph.apply("written", new MutationOp.WriteSlice(0, DynScalar.of(7), false), state, rows);
    ValueId y = graph.apply("y", new ReduceOp.Softmax(-1, false), square(graph, "third", written));
    Map<String, ValueId> ends = new LinkedHashMap<>();
    ends.put("x", x);
    ends.put("state", state);
    NamedGraph named = new NamedGraph("test", graph, ends, Map.of("y", y));
    Tensor kept = Tensor.of(new float[128 * WIDTH], 128, WIDTH);
    Tensor expected = Tensor.of(new float[128 * WIDTH], 128, WIDTH);
    List<String> explained = new ArrayList<>();
    Object[] found = compiled(named, Map.of("x", rows(64), "state", kept), explained);
    assertThat(found).isEqualTo(onHost(named, Map.of("x", rows(64), "state", expected)));
    assertThat(kept.toFloats()).isEqualTo(expected.toFloats());
    assertThat(explained.get(0))
        .containsPattern("cpu +WriteSlice")
        .containsPattern("cpu:1 +Matmul.*'first'");
  }
}
