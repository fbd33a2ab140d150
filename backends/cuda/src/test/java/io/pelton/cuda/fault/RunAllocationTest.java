package io.pelton.cuda.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.CudaQueue;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Repeated runs make no Java objects, need no more pinned memory and no more device memory. */
@ExtendWith(OnEmulatedDriver.class)
class RunAllocationTest {
  private static final int ROUNDS = 20;
  private static final int RUNS = 1_000;

  /** Bytes a run, the least of several rounds: the compiler needs a while. */
  private static long allocated(Runnable run) {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < RUNS; i++) {
        run.run();
      }
      least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / RUNS);
    }
    return least;
  }

  @Test
  void copiesOfAQueue() {
    CudaRuntime runtime = CudaRuntime.of(0);
    Storage source = HeapStorage.wrap(DType.F32, new float[4000]);
    Storage target = HeapStorage.wrap(DType.F32, new float[4000]);
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(DType.F32, 4000)) {
      Runnable run =
          () -> {
            for (int i = 0; i < 10; i++) {
              queue.copy(source, i * 100L, there, i * 100L, 100);
            }
            queue.copyRows(source, 0, 200, there, 0, 100, 20, 50);
            queue.copy(there, 0, there, 2000, 1000);
            queue.copyRows(there, 0, 200, target, 0, 100, 20, 50);
            queue.await();
          };
      assertThat(allocated(run)).isZero();
    }
  }

  @Test
  void runsOfAnExecutable() {
    CudaRuntime runtime = CudaRuntime.of(0);
    try (Classifier classifier = new Classifier(DeviceId.first("cuda"))) {
      ExecutableGraph executable = classifier.open();
      Tensor[][] batches = {{Classifier.input(7)}, {Classifier.input(3)}};
      Runnable run =
          () -> {
            executable.runSlots(batches[0]);
            executable.runSlots(batches[1]);
          };
      run.run();
      long pinned = runtime.bytesPinned();
      int live = runtime.liveAllocations();
      assertThat(allocated(run)).isZero();
      assertThat(runtime.bytesPinned()).isEqualTo(pinned);
      assertThat(runtime.liveAllocations()).isEqualTo(live);
      assertThat(EmulatedDriver.liveEvents()).isEqualTo(1);
    }
  }
}
