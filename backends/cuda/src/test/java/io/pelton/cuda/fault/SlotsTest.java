package io.pelton.cuda.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.error.DeviceLost;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Executables on threads of their own, as slots have them. */
@Timeout(120)
@ExtendWith(OnEmulatedDriver.class)
class SlotsTest {
  private static final DeviceId DEVICE = DeviceId.first("cuda");
  private static final int SLOTS = 4;

  private static <T> List<T> onThreads(Callable<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(SLOTS);
    try {
      List<Future<T>> slots = new ArrayList<>();
      for (int slot = 0; slot < SLOTS; slot++) {
        slots.add(threads.submit(work));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> slot : slots) {
        results.add(slot.get());
      }
      return results;
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void slotsRunBesideOneAnother() throws Exception {
    float[] expected = Classifier.expected(5);
    try (Classifier classifier = new Classifier(DEVICE)) {
      List<ExecutableGraph> executables = new ArrayList<>();
      for (int slot = 0; slot < SLOTS; slot++) {
        executables.add(classifier.open());
      }
      List<float[]> results =
          onThreads(
              () -> {
                ExecutableGraph executable;
                synchronized (executables) {
                  executable = executables.remove(0);
                }
                for (int run = 0; run < 20; run++) {
                  assertThat(Classifier.run(executable, 5)).containsExactly(expected);
                }
                return Classifier.run(executable, 5);
              });
      assertThat(results).allSatisfy(result -> assertThat(result).containsExactly(expected));
    }
  }

  /** All slots meet losses, each opens anew, and none gets in the way of another. */
  @Test
  void slotsRecoverFromLossesEachByItself() throws Exception {
    float[] expected = Classifier.expected(5);
    int generation = CudaRuntime.of(0).context().generation();
    AtomicInteger losses = new AtomicInteger();
    onThreads(
        () -> {
          for (int life = 0; life < 8; life++) {
            if (life % 3 == 1) {
              EmulatedDriver.loseDevice();
            }
            losses.addAndGet(live(expected) ? 0 : 1);
          }
          return true;
        });
    while (!live(expected)) {
      losses.incrementAndGet();
    }
    assertThat(losses).hasPositiveValue();
    assertThat(CudaRuntime.of(0).context().generation()).isGreaterThan(generation);
    assertThat(CudaRuntime.of(0).liveAllocations()).isZero();
    assertThat(CudaRuntime.of(0).liveQueues()).isZero();
    assertThat(CudaRuntime.of(0).bytesPinned()).isZero();
    assertThat(EmulatedDriver.liveAllocations()).isZero();
  }

  /** False when the device was lost meanwhile. */
  private static boolean live(float[] expected) {
    try (Classifier classifier = new Classifier(DEVICE)) {
      ExecutableGraph executable = classifier.open();
      for (int run = 0; run < 5; run++) {
        assertThat(Classifier.run(executable, 5)).containsExactly(expected);
      }
      return true;
    } catch (DeviceLost e) {
      return false;
    }
  }
}
