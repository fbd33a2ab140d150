package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.Weights;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class IntraOpThreadsTest {
  private static final int WIDTH = 160;
  private static final int ROWS = 192;
  private static final int THREADS = Math.min(2, Runtime.getRuntime().availableProcessors());

  private final Random random = new Random(23);

  @Test
  void theNumberIsOneOfTheProcessors() {
    CompileOptions options = CompileOptions.on(Cpu.BACKEND);
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(options.intraOpThreads()).isOne();
    assertThat(options.withIntraOpThreads(processors).withBucketRows(false).intraOpThreads())
        .isEqualTo(processors);
    for (int wrong : new int[] {0, -1, processors + 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> options.withIntraOpThreads(wrong))
          .withMessage(
              "intraOpThreads should be from 1 to the number of processors, which is "
                  + processors
                  + ", but is "
                  + wrong
                  + "; in Flink, take the cores of a TaskManager divided by its slots");
    }
  }

  @Test
  void executablesShareHelpersThatEndWithThem() throws Exception {
    NamedGraph graph = network();
    List<Tensor> batches = new ArrayList<>();
    for (int rows : new int[] {ROWS, 1, 150, ROWS - 1, 2, ROWS}) {
      batches.add(tensor(rows, WIDTH));
    }
    List<List<Float>> expected = new ArrayList<>();
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(Cpu.BACKEND));
        ExecutableGraph executable = compiled.newExecutable()) {
      batches.forEach(batch -> expected.add(run(executable, batch)));
    }
    awaitNoHelpers();
    CompileOptions options = CompileOptions.on(Cpu.BACKEND).withIntraOpThreads(THREADS);
    ExecutorService slots = Executors.newFixedThreadPool(3);
    try (CompiledGraph compiled = CompiledGraph.compile(graph, options)) {
      List<Future<Set<Thread>>> ends = new ArrayList<>();
      for (int slot = 0; slot < 3; slot++) {
        ends.add(slots.submit(slot(compiled, batches, expected)));
      }
      for (Future<Set<Thread>> end : ends) {
        assertThat(end.get()).hasSizeLessThan(Runtime.getRuntime().availableProcessors() + 1);
      }
    } finally {
      slots.shutdownNow();
    }
    awaitNoHelpers();
  }

  /** Runs all batches some times and tells the helpers that there were. */
  private static Callable<Set<Thread>> slot(
      CompiledGraph compiled, List<Tensor> batches, List<List<Float>> expected) {
    return () -> {
      try (ExecutableGraph executable = compiled.newExecutable()) {
        for (int round = 0; round < 3; round++) {
          for (int batch = 0; batch < batches.size(); batch++) {
            assertThat(run(executable, batches.get(batch))).isEqualTo(expected.get(batch));
          }
        }
        return helpers();
      }
    };
  }

  private static void awaitNoHelpers() throws InterruptedException {
    for (Thread helper : helpers()) {
      helper.join();
    }
  }

  private static Set<Thread> helpers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("pelton-crew-"))
        .collect(Collectors.toSet());
  }

  private static List<Float> run(ExecutableGraph executable, Tensor batch) {
    executable.runSlots(batch);
    List<Float> numbers = new ArrayList<>();
    for (float number : ((Tensor) executable.output(0)).toFloats()) {
      numbers.add(number);
    }
    return numbers;
  }

  @Test
  void aValueThatIsRefusedInALaterPartNamesItsRow() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", rows(graph, DType.I64, 1));
    ValueId y = graph.input("y", rows(graph, DType.I64, 1));
    ValueId z = graph.apply("z", new Binary(OpKind.DIV), x, y);
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", x);
    inputs.put("y", y);
    Plan plan =
        new Divided().plan(new NamedGraph("division", graph, inputs, Map.of("z", z)), 64).get();
    for (int bad : new int[] {0, 5, 16, 47, 63}) {
      long[] divisors = new long[64];
      Arrays.fill(divisors, 1);
      divisors[bad] = 0;
      divisors[63] = 0;
      Tensor[] given = {Tensor.of(new long[64], 64, 1), Tensor.of(divisors, 64, 1)};
      for (int threads = 1; threads <= 4; threads++) {
        int number = threads;
        assertThatThrownBy(() -> Divided.run(plan, number, Collections.singletonList(given), 64))
            .isInstanceOfSatisfying(
                InvalidValue.class, e -> assertThat(e.row()).isEqualTo(bad));
      }
    }
  }

  @Test
  void aPartThatFailsFailsTheStepAndTheNextRunIsWhole() {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    Divided divided =
        new Divided(
            kernel ->
                (node, in, out) -> {
                  Call call = kernel.bind(node, in, out);
                  return rows -> {
                    if (failure.get() != null) {
                      throw failure.get();
                    }
                    call.run(rows);
                  };
                });
    Plan plan = divided.plan(network(), ROWS).orElseThrow();
    Tensor[] input = {tensor(ROWS, WIDTH)};
    List<List<List<Object>>> expected = Divided.run(plan, 1, Collections.singletonList(input), ROWS);
    try (RunState state = new RunState(3);
        Weights weights = Weights.ofPlans();
        BoundPlan bound = BoundPlan.of(plan, weights, state)) {
      failure.set(new IllegalStateException("no"));
      assertThatThrownBy(() -> bound.run(input, ROWS))
          .isInstanceOf(KernelFailure.class)
          .hasRootCauseMessage("no");
      failure.set(null);
      bound.run(input, ROWS);
      assertThat(Arrays.asList(Cpu.elements((Tensor) bound.output(0))))
          .isEqualTo(expected.get(0).get(0));
    }
  }

  @Test
  void closingWaitsForALongPartAndAnInterruptIsKept() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Divided divided =
        new Divided(
            kernel ->
                (node, in, out) -> {
                  Call call = kernel.bind(node, in, out);
                  return rows -> {
                    begun.countDown();
                    awaitUninterruptibly(release);
                    call.run(rows);
                  };
                });
    CompileOptions options =
        CompileOptions.on(divided.backend()).withIntraOpThreads(THREADS).withBucketRows(false);
    try (CompiledGraph compiled = CompiledGraph.compile(network(), options)) {
      ExecutableGraph executable = compiled.newExecutable();
      AtomicReference<Boolean> isInterrupted = new AtomicReference<>();
      Thread runs =
          new Thread(
              () -> {
                executable.runSlots(tensor(ROWS, WIDTH));
                isInterrupted.set(Thread.currentThread().isInterrupted());
              });
      runs.start();
      begun.await();
      Thread closes = new Thread(executable::close);
      closes.start();
      runs.interrupt();
      while (closes.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      assertThat(runs.isAlive()).isTrue();
      release.countDown();
      closes.join();
      runs.join();
      assertThat(isInterrupted.get()).isTrue();
    }
    awaitNoHelpers();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean isInterrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static ValueType rows(Graph graph, DType dtype, long columns) {
    SymbolId rows = new SymbolId("rows");
    graph.markRows(rows);
    return ValueType.tensor(dtype, Shape.of(Extent.symbolic(rows), Extent.fixed(columns)));
  }

  private NamedGraph network() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", rows(graph, DType.F32, WIDTH));
    ValueId last = x;
    for (int layer = 0; layer < 3; layer++) {
      ValueId weights = graph.constant("w" + layer, tensor(WIDTH, WIDTH));
      ValueId bias = graph.constant("b" + layer, tensor(WIDTH));
      last = graph.apply("y" + layer, new Dense(Activation.TANH), last, weights, bias);
    }
    return new NamedGraph("network", graph, Map.of("x", x), Map.of("y", last));
  }

  private Tensor tensor(long... dims) {
    float[] numbers = new float[Cpu.count(dims)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextFloat() - 0.5f;
    }
    return Tensor.of(numbers, dims);
  }
}
