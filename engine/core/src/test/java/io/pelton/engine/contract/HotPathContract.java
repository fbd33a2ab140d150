package io.pelton.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.ActiveExtent;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.HandleFeeds;
import io.pelton.engine.executable.OutputSlot;
import io.pelton.engine.executable.OutputTargets;
import io.pelton.engine.executable.ResidentHandles;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a warm run on slots costs beside its kernels: no allocation, no lock. */
public abstract class HotPathContract extends GraphFixture {
  private static final int ROUNDS = 20;

  /**
   * Bytes a run, the least of several rounds: until the compiler is done, which takes as long as
   * the machine is busy, runs allocate what it finds out to be needless.
   */
  private static long allocated(Runnable run) {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > 0; round++) {
      for (int i = 0; i < 20_000; i++) {
        run.run();
      }
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 2_000; i++) {
        run.run();
      }
      least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / 2_000);
    }
    return least;
  }

  @Test
  void aWarmRunAllocatesNothing() {
    ExecutableGraph executable = executable(network());
    Tensor[] inputs = {Tensor.of(random(35), 7, 5)};
    assertThat(allocated(() -> executable.runSlots(inputs))).isZero();
  }

  @Test
  void batchesOfSeveralSizesInTurnAllocateNothing() {
    ExecutableGraph executable = executable(network());
    Tensor[][] batches = {
      {Tensor.of(random(35), 7, 5)}, {Tensor.of(random(5), 1, 5)}, {Tensor.of(random(165), 33, 5)}
    };
    int[] next = new int[1];
    assertThat(
            allocated(
                () -> {
                  executable.runSlots(batches[next[0]]);
                  next[0] = (next[0] + 1) % batches.length;
                }))
        .isZero();
  }

  @Test
  void readingASlotAllocatesNothing() {
    ExecutableGraph executable = executable(network());
    Tensor[] inputs = {Tensor.of(random(35), 7, 5)};
    OutputSlot[] slot = new OutputSlot[1];
    assertThat(
            allocated(
                () -> {
                  executable.runSlots(inputs);
                  slot[0] = executable.slot(0);
                }))
        .isZero();
    assertThat(slot[0].length()).isEqualTo(21);
  }

  @Test
  void handlesFeedsAndExtentsAllocateNothing() {
    ExecutableGraph executable = executable(withState());
    ResidentHandles residents = capability(executable, ResidentHandles.class);
    residents.prepare("h", 2, 3);
    capability(executable, HandleFeeds.class).feed("h", 1);
    capability(executable, ActiveExtent.class).set(3, 7);
    Tensor[] inputs = {Tensor.of(random(21), 7, 3)};
    assertThat(allocated(() -> executable.runSlots(inputs))).isZero();
  }

  @Test
  void targetsAllocateNothing() {
    for (GuardedMemory memory :
        List.of(GuardedMemory.onHeap(DType.F32, 7, 3), GuardedMemory.outside(DType.F32, 7, 3))) {
      ExecutableGraph executable = executable(network());
      capability(executable, OutputTargets.class).bind(0, memory.tensor());
      Tensor[] inputs = {Tensor.of(random(35), 7, 5)};
      assertThat(allocated(() -> executable.runSlots(inputs))).isZero();
    }
  }

  /**
   * Samples what the running thread holds: a lock in a run of which most is overhead would show.
   */
  @Test
  void aWarmRunHoldsNoLock() throws InterruptedException {
    ExecutableGraph executable = executable(network());
    Tensor[] inputs = {Tensor.of(random(5), 1, 5)};
    AtomicBoolean isDone = new AtomicBoolean();
    CountDownLatch isWarm = new CountDownLatch(1);
    Thread runner =
        new Thread(
            () -> {
              for (int i = 0; !isDone.get(); i++) {
                executable.runSlots(inputs);
                if (i == 20_000) {
                  isWarm.countDown();
                }
              }
            },
            "runner");
    runner.start();
    try {
      isWarm.await();
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      List<LockInfo> held = new ArrayList<>();
      int running = 0;
      for (int sample = 0; sample < 500; sample++) {
        ThreadInfo info = threads.getThreadInfo(new long[] {runner.getId()}, true, true)[0];
        held.addAll(List.of(info.getLockedMonitors()));
        held.addAll(List.of(info.getLockedSynchronizers()));
        running += info.getThreadState() == Thread.State.RUNNABLE ? 1 : 0;
        assertThat(info.getBlockedCount()).isZero();
      }
      assertThat(held).isEmpty();
      assertThat(running).isPositive();
    } finally {
      isDone.set(true);
      runner.join();
    }
  }
}
