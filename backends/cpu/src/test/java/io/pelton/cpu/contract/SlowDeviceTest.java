package io.pelton.cpu.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.second.Gate;
import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.executable.Pipelining;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that are all in flight before the first of them has done anything. */
@Timeout(60)
class SlowDeviceTest {
  private static final int RUNS = 8;
  private static final int WIDTH = 6;

  private final Gate gate = new Gate();
  private final Map<OpKind, Runnable> hooks = new ConcurrentHashMap<>();
  private final AtomicInteger calls = new AtomicInteger();
  private Runnable hook = () -> {};
  private final SecondDevice second =
      SecondDevice.slow(
          gate,
          Map.of(
              OpKind.SOFTMAX,
              () -> {
                calls.incrementAndGet();
                hook.run();
              }));
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void nothingIsLeft() throws Exception {
    gate.open();
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    Machines.on(second).checkReleased().run();
  }

  private <T extends AutoCloseable> T opened(T closeable) {
    opened.add(closeable);
    return closeable;
  }

  private static ValueId input(Graph graph, String name) {
    return graph.input(name, ValueType.tensor(DType.F32, Shape.fixed(2, WIDTH)));
  }

  /** Softmax of x + y. */
  private static NamedGraph graph() {
    Graph graph = new Graph();
    ValueId x = input(graph, "x");
    ValueId y = input(graph, "y");
    ValueId sum = graph.apply("sum", new Binary(OpKind.ADD), x, y);
    ValueId shares = graph.apply("shares", new ReduceOp.Softmax(-1, false), sum);
    return new NamedGraph("slow", graph, Map.of("x", x, "y", y), Map.of("shares", shares));
  }

  private CompiledGraph compile(NamedGraph graph) {
    PlanOptions onSecond = PlanOptions.pinnedTo(SecondDevice.ID);
    return opened(
        CompiledGraph.compile(
            graph, CompileOptions.on(second.besideHost()).withPlanning(onSecond)));
  }

  private static Pipelining pipelining(ExecutableGraph executable) {
    return executable.capability(Pipelining.class).orElseThrow();
  }

  private static float[] values(int run, String input) {
    float[] values = new float[2 * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.sin(run * 31 + i * 7 + input.hashCode());
    }
    return values;
  }

  private static Map<String, Tensor> inputs(int run) {
    return Map.of(
        "x", Tensor.of(values(run, "x"), 2, WIDTH), "y", Tensor.of(values(run, "y"), 2, WIDTH));
  }

  /** What the host alone computes. */
  private static float[] expected(int run) {
    CompileOptions onHost = CompileOptions.on(Machines.HOST.devices());
    try (CompiledGraph compiled = CompiledGraph.compile(graph(), onHost);
        ExecutableGraph executable = compiled.newExecutable()) {
      return ((Tensor) executable.run(inputs(run)).get("shares")).toFloats();
    }
  }

  private static void spoil(Map<String, Tensor> inputs) {
    inputs.values().forEach(tensor -> Arrays.fill(tensor.storage() instanceof
        io.pelton.engine.tensor.HeapStorage heap ? heap.floats() : new float[0], Float.NaN));
  }

  private static <T> CompletableFuture<T> beside(java.util.function.Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, "test caller").start());
  }

  @Test
  void eightInputSetsAreInFlightBeforeTheFirstIsRead() {
    ExecutableGraph executable = opened(compile(graph()).newExecutable());
    pipelining(executable).runPipelined(List.of(inputs(0)));
    long tasks = gate.passed();
    gate.shut();
    List<Map<String, Tensor>> sets = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      sets.add(inputs(run));
    }
    CompletableFuture<List<List<Value>>> outputs =
        beside(() -> pipelining(executable).runPipelined(sets));
    gate.awaitEnqueued((RUNS + 1) * tasks);
    assertThat(gate.passed()).isEqualTo(tasks);
    assertThat(outputs).isNotDone();
    sets.forEach(SlowDeviceTest::spoil);
    gate.open();
    List<List<Value>> found = outputs.join();
    assertThat(found).hasSize(RUNS);
    for (int run = 0; run < RUNS; run++) {
      assertThat(((Tensor) found.get(run).get(0)).toFloats())
          .as("run %d", run)
          .containsExactly(expected(run));
    }
  }
}
