package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.TestModels;
import io.pelton.flink.model.ModelLocation;
import io.pelton.flink.model.ModelSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executables of one model that are closed, and the model after them, while threads run them. */
class ClosedWhileScoringTest {
  private static final int ROUNDS = 200;
  private static final int THREADS = 8;
  private static final long PAUSE_NANOS = 20_000;
  private static final Duration DEADLOCK = Duration.ofMinutes(5);

  @TempDir Path folder;

  @Test
  void everyCallEndsNormallyOrSaysClosed() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      assertTimeoutPreemptively(DEADLOCK, () -> closeWhileRunning(threads));
    } finally {
      threads.shutdownNow();
    }
  }

  private void closeWhileRunning(ExecutorService threads) throws Exception {
    ModelSpec spec =
        new ModelSpec(
            "m", new ModelLocation.FilePath(TestModels.features(folder).toString()), null, "cpu");
    ClassLoader loader = getClass().getClassLoader();
    ModelSpec.Source source = spec.read(loader);
    Random random = new Random(21);
    AtomicLong calls = new AtomicLong();
    for (int round = 0; round < ROUNDS; round++) {
      CompiledGraph model = CompiledGraph.compile(source.graph(), CompileOptions.on("cpu", loader));
      List<ExecutableGraph> executables = new ArrayList<>();
      List<Future<?>> running = new ArrayList<>();
      long before = calls.get();
      for (int i = 0; i < THREADS; i++) {
        ExecutableGraph executable = model.newExecutable();
        executables.add(executable);
        float value = i;
        running.add(threads.submit(() -> scoreUntilClosed(executable, value, calls)));
      }
      long enough = before + random.nextInt(200);
      while (calls.get() < enough) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      executables.forEach(ExecutableGraph::close);
      model.close();
      for (Future<?> each : running) {
        each.get();
      }
    }
    try (CompiledGraph again =
            CompiledGraph.compile(source.graph(), CompileOptions.on("cpu", loader));
        ExecutableGraph executable = again.newExecutable()) {
      assertScores(executable, 7);
    }
  }

  private static void scoreUntilClosed(ExecutableGraph executable, float value, AtomicLong calls) {
    try {
      while (true) {
        assertScores(executable, value);
        calls.incrementAndGet();
      }
    } catch (ConcurrentUse e) {
      assertThat(e.reason()).isEqualTo("it is closed");
    }
  }

  private static void assertScores(ExecutableGraph executable, float value) {
    executable.runSlots(Tensor.of(new float[] {value, 1, 2, 3, 4, value}, 2, 3));
    assertThat(((Tensor) executable.output(0)).toFloats())
        .containsExactly(2 * value, 2, 4, 6, 8, 2 * value);
  }
}
