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
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that are all in flight before the first of them has done anything. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlowDeviceTest {
  private static final int RUNS = 8;
  private static final int WIDTH = 6;
  private static final int COUNT = 2 * WIDTH;

  private final Gate gate = new Gate();

  /** Kernels of the sums that have begun. */
  private final AtomicInteger sums = new AtomicInteger();

  private final List<AutoCloseable> opened = new ArrayList<>();
  private volatile Runnable hook = () -> {};
  private final SecondDevice second = SecondDevice.slow(gate, Map.of(OpKind.ADD, this::beforeSum));

  private void beforeSum() {
    sums.incrementAndGet();
    hook.run();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    gate.open();
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
    Machines.on(second).checkReleased().run();
  }

  private ExecutableGraph executable(NamedGraph graph) {
    PlanOptions onSecond = PlanOptions.pinnedTo(SecondDevice.ID);
    CompileOptions options = CompileOptions.on(second.besideHost()).withPlanning(onSecond);
    CompiledGraph compiled = CompiledGraph.compile(graph, options);
    opened.add(compiled);
    ExecutableGraph executable = compiled.newExecutable();
    opened.add(executable);
    return executable;
  }

  /** Softmax of x + y. */
  private static NamedGraph shares() {
    Graph graph = new Graph();
    ValueId x = input(graph, "x");
    ValueId y = input(graph, "y");
    ValueId sum = graph.apply("sum", new Binary(OpKind.ADD), x, y);
    ValueId shares = graph.apply("shares", new Softmax(-1, false), sum);
    return new NamedGraph("shares", graph, both(x, y), Map.of("shares", shares));
  }

  /** x + y, of which the next run reads the sum as y. */
  private ExecutableGraph running() {
    Graph graph = new Graph();
    ValueId x = input(graph, "x");
    ValueId y = input(graph, "y");
    ValueId sum = graph.apply("sum", new Binary(OpKind.ADD), x, y);
    NamedGraph named = new NamedGraph("running", graph, both(x, y), Map.of("sum", sum));
    ExecutableGraph executable = executable(named);
    executable.capability(Handles.class).orElseThrow().bind("y", tensor(new float[COUNT]));
    executable.capability(HandleFeeds.class).orElseThrow().feed("y", 0);
    return executable;
  }

  private static ValueId input(Graph graph, String name) {
    return graph.input(name, ValueType.tensor(DType.F32, Shape.fixed(2, WIDTH)));
  }

  private static Map<String, ValueId> both(ValueId x, ValueId y) {
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("y", y);
    return inputs;
  }

  private static Pipelining pipelining(ExecutableGraph executable) {
    return executable.capability(Pipelining.class).orElseThrow();
  }

  private static Tensor tensor(float[] values) {
    return Tensor.of(values, 2, WIDTH);
  }

  private static float[] values(int seed) {
    float[] values = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      values[i] = (float) Math.sin(seed * 31 + i * 7);
    }
    return values;
  }

  private static Map<String, Tensor> inputs(int run) {
    return Map.of("x", tensor(values(run)), "y", tensor(values(-run)));
  }

  private static void overwrite(Tensor tensor) {
    Arrays.fill(((HeapStorage) tensor.storage()).floats(), Float.NaN);
  }

  /** What the host alone computes. */
  private static float[] expected(int run) {
    CompileOptions onHost = CompileOptions.on(Machines.HOST.devices());
    try (CompiledGraph compiled = CompiledGraph.compile(shares(), onHost);
        ExecutableGraph executable = compiled.newExecutable()) {
      return ((Tensor) executable.run(inputs(run)).get("shares")).toFloats();
    }
  }

  private static <T> CompletableFuture<T> beside(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, "caller").start());
  }

  @Test
  void eightInputSetsAreInFlightBeforeTheFirstIsRead() {
    ExecutableGraph executable = executable(shares());
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
    sets.forEach(set -> set.values().forEach(SlowDeviceTest::overwrite));
    gate.open();
    List<List<Value>> found = outputs.join();
    assertThat(found).hasSize(RUNS);
    for (int run = 0; run < RUNS; run++) {
      assertThat(((Tensor) found.get(run).get(0)).toFloats())
          .as("run %d", run)
          .containsExactly(expected(run));
    }
  }

  @Test
  void committedInputsMayBeOverwrittenAtOnce() {
    ExecutableGraph executable = running();
    Tensor x = tensor(new float[COUNT]);
    float[] total = new float[COUNT];
    gate.shut();
    for (int run = 0; run < RUNS; run++) {
      float[] values = values(run);
      for (int i = 0; i < COUNT; i++) {
        total[i] += values[i];
      }
      System.arraycopy(values, 0, ((HeapStorage) x.storage()).floats(), 0, COUNT);
      pipelining(executable).commit(x);
      overwrite(x);
    }
    assertThat(gate.passed()).isZero();
    assertThat(executable.statistics().runs()).isEqualTo(RUNS);
    gate.open();
    pipelining(executable).await();
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(total);
    assertThat(sums).hasValue(RUNS);
  }

  private void failInThirdSum() {
    if (sums.get() == 3) {
      throw new IllegalStateException("no luck");
    }
  }

  @Test
  void aKernelThatFailsIsNamedAndNothingBehindItIsDone() {
    ExecutableGraph executable = executable(shares());
    Pipelining pipelining = pipelining(executable);
    hook = this::failInThirdSum;
    gate.shut();
    for (int run = 0; run < RUNS; run++) {
      pipelining.commit(tensor(values(run)), tensor(values(-run)));
    }
    gate.open();
    assertThatThrownBy(pipelining::await)
        .isInstanceOfSatisfying(
            KernelFailure.class,
            e -> {
              assertThat(e.node()).isEqualTo("sum");
              assertThat(e.op()).isEqualTo("Add");
              assertThat(e.kernel()).isEqualTo("scalar");
            })
        .hasRootCauseMessage("no luck");
    assertThat(sums).hasValue(3);
    assertThatThrownBy(() -> executable.output(0)).isInstanceOf(IllegalStateException.class);
    pipelining.await();
    Tensor shares = (Tensor) executable.run(inputs(5)).get("shares");
    assertThat(shares.toFloats()).containsExactly(expected(5));
  }

  @Test
  void aFailureAmongManyInputSetsIsReportedWhenAllHaveEnded() {
    ExecutableGraph executable = executable(shares());
    Pipelining pipelining = pipelining(executable);
    hook = this::failInThirdSum;
    List<Map<String, Tensor>> sets = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      sets.add(inputs(run));
    }
    assertThatThrownBy(() -> pipelining.runPipelined(sets)).isInstanceOf(KernelFailure.class);
    assertThat(sums).hasValue(3);
    List<List<Value>> found = pipelining.runPipelined(sets.subList(3, RUNS));
    for (int run = 3; run < RUNS; run++) {
      assertThat(((Tensor) found.get(run - 3).get(0)).toFloats()).containsExactly(expected(run));
    }
  }

  /** A plain run, which waits for itself, waits for those before it and reports what they did. */
  @Test
  void aPlainRunReportsTheFailureOfOneInFlight() {
    ExecutableGraph executable = executable(shares());
    hook = this::failInThirdSum;
    for (int run = 0; run < RUNS; run++) {
      pipelining(executable).commit(tensor(values(run)), tensor(values(-run)));
    }
    assertThatThrownBy(() -> executable.run(inputs(1))).isInstanceOf(KernelFailure.class);
    Tensor shares = (Tensor) executable.run(inputs(1)).get("shares");
    assertThat(shares.toFloats()).containsExactly(expected(1));
  }

  @Test
  void closingWaitsForRunsInFlightBeforeItFreesTheirMemory() {
    ExecutableGraph executable = executable(shares());
    List<Integer> allocations = new ArrayList<>();
    hook = () -> allocations.add(second.memory().liveAllocations());
    gate.shut();
    for (int run = 0; run < RUNS; run++) {
      pipelining(executable).commit(tensor(values(run)), tensor(values(-run)));
    }
    int held = second.memory().liveAllocations();
    CompletableFuture<Boolean> closed =
        beside(
            () -> {
              executable.close();
              return true;
            });
    gate.open();
    assertThat(closed.join()).isTrue();
    assertThat(allocations).hasSize(RUNS).containsOnly(held);
    assertThat(held).isPositive();
    assertThat(second.memory().liveAllocations()).isZero();
  }

  @Test
  void anInterruptIsKeptForLater() {
    ExecutableGraph executable = executable(shares());
    pipelining(executable).commit(tensor(values(2)), tensor(values(-2)));
    Thread.currentThread().interrupt();
    pipelining(executable).await();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(((Tensor) executable.output(0)).toFloats()).containsExactly(expected(2));
  }

  @Test
  void anExecutableDoesNotWaitForRunsOfAnother() {
    ExecutableGraph slow = executable(shares());
    ExecutableGraph fast = executable(shares());
    CountDownLatch hasBegun = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    hook =
        () -> {
          if (sums.get() == 1) {
            hasBegun.countDown();
            join(mayGoOn);
          }
        };
    pipelining(slow).commit(tensor(values(3)), tensor(values(-3)));
    join(hasBegun);
    Tensor shares = (Tensor) fast.run(inputs(4)).get("shares");
    assertThat(shares.toFloats()).containsExactly(expected(4));
    mayGoOn.countDown();
    assertThat(((Tensor) slow.output(0)).toFloats()).containsExactly(expected(3));
  }

  private static void join(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
