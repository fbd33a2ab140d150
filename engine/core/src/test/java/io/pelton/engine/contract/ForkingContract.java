package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.Forking;
import io.pelton.engine.executable.Handles;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What {@link Forking} promises: weights, plans and packed weights once, arenas for each. */
public abstract class ForkingContract extends GraphFixture {
  private static final int FORKS = 32;

  private ExecutableGraph fork(ExecutableGraph executable) {
    return opened(capability(executable, Forking.class).fork());
  }

  @Test
  void forksOnThreadsGiveTheSameBits() throws Exception {
    ExecutableGraph first = executable(network());
    Tensor x = Tensor.of(random(35), 7, 5);
    float[] expected = run(first, "x", x);
    ExecutorService threads = Executors.newFixedThreadPool(FORKS);
    try {
      List<Callable<float[]>> tasks = new ArrayList<>();
      for (int i = 0; i < FORKS; i++) {
        ExecutableGraph own = fork(first);
        tasks.add(
            () -> {
              float[] last = null;
              for (int run = 0; run < 20; run++) {
                last = run(own, "x", x);
              }
              return last;
            });
      }
      for (Future<float[]> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).containsExactly(expected);
      }
    } finally {
      threads.shutdown();
    }
  }

  /** A product with 4 MiB of weights. */
  private NamedGraph heavy() {
    ValueId x = input("x", DType.F32, N, Extent.fixed(1024));
    return named(graph.apply("product", new LinalgOp.MatMul(), x, floats(1024, 1024)), "x", x);
  }

  @Test
  void forksGrowByTheirArenasOnly() {
    CompiledGraph compiled = compile(heavy());
    ExecutableGraph first = opened(compiled.newExecutable());
    Tensor x = Tensor.of(random(1024), 1, 1024);
    first.runSlots(x);
    // binds once more, so that classes are loaded
    fork(first).runSlots(x);
    long weights = compiled.weightBytes();
    assertThat(weights).isGreaterThanOrEqualTo(4 << 20);
    long arena = first.statistics().arenaBytes();
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < FORKS; i++) {
      ExecutableGraph fork = fork(first);
      fork.runSlots(x);
      assertThat(fork.statistics().arenaBytes()).isEqualTo(arena);
    }
    long perFork = (threads.getCurrentThreadAllocatedBytes() - before) / FORKS;
    assertThat(perFork).isLessThan(arena + overheadBytes());
    assertThat(compiled.weightBytes()).isEqualTo(weights);
    assertThat(compiled.plansMade()).isEqualTo(1);
  }

  /** What binding one small plan may take on the heap beside the arena. */
  protected long overheadBytes() {
    return 64 << 10;
  }

  @Test
  void aForkHasNoHandlesAndOutlivesItsOrigin() {
    ExecutableGraph first = executable(withState());
    Tensor h = Tensor.of(new float[] {1, 2, 3, 10, 20, 30}, 2, 3);
    Tensor x = Tensor.of(new float[3], 1, 3);
    capability(first, Handles.class).bind("h", h);
    ExecutableGraph fork = fork(first);
    assertThat(capability(fork, Handles.class).isBound("h")).isFalse();
    first.close();
    assertThat(((Tensor) fork.run(Map.of("x", x, "h", h)).get("y")).toFloats())
        .containsExactly(11, 22, 33);
    assertThatThrownBy(() -> capability(first, Forking.class).fork())
        .isInstanceOf(ConcurrentUse.class);
  }
}
