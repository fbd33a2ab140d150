package io.pelton.engine.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pelton.engine.error.ConcurrentUse;
import io.pelton.engine.error.RunCancelled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ExecutionGuardTest {
  private static final Duration DEADLOCK = Duration.ofSeconds(60);

  private final ExecutionGuard guard = new ExecutionGuard("executor", "Use one a thread.");

  @Test
  void aSecondRunIsRefusedWithItsReason() {
    guard.enter();
    assertThatThrownBy(guard::enter)
        .isInstanceOfSatisfying(
            ConcurrentUse.class,
            e -> {
              assertThat(e.subject()).isEqualTo("executor");
              assertThat(e.reason()).isEqualTo("another thread is running it");
            })
        .hasMessage("The executor can't run: another thread is running it. Use one a thread.");
    assertThatThrownBy(guard::checkIdle).isInstanceOf(ConcurrentUse.class);
    guard.exit();
    guard.checkIdle();
    guard.enter();
    guard.exit();

    assertThat(guard.close()).isTrue();
    assertThat(guard.close()).isFalse();
    assertThatThrownBy(guard::enter)
        .isInstanceOfSatisfying(
            ConcurrentUse.class, e -> assertThat(e.reason()).isEqualTo("it is closed"));
    assertThatThrownBy(guard::checkIdle).isInstanceOf(ConcurrentUse.class);
  }

  @Test
  void closingTellsTheRunAndWaitsForItsEnd() {
    within(
        () -> {
          CountDownLatch isClosing = new CountDownLatch(1);
          guard.enter();
          guard.checkRunning();
          AtomicInteger ended = new AtomicInteger();
          FutureTask<Integer> closer =
              started(
                  () -> {
                    assertThat(guard.close(isClosing::countDown)).isTrue();
                    return ended.get();
                  });
          isClosing.await();
          FutureTask<Boolean> second = started(guard::close);
          assertThatThrownBy(guard::checkRunning)
              .isInstanceOfSatisfying(
                  RunCancelled.class,
                  e -> assertThat(e.reason()).isEqualTo("the executor was closed"));
          assertThatThrownBy(guard::enter).isInstanceOf(ConcurrentUse.class);
          ended.set(1);
          guard.exit();
          assertThat(closer.get()).isEqualTo(1);
          assertThat(second.get()).isFalse();
        });
  }

  @Test
  void aCloserKeepsItsInterruptAndStillWaits() {
    within(
        () -> {
          CountDownLatch isClosing = new CountDownLatch(1);
          guard.enter();
          FutureTask<Boolean> closer =
              started(
                  () -> {
                    Thread.currentThread().interrupt();
                    guard.close(isClosing::countDown);
                    return Thread.interrupted();
                  });
          isClosing.await();
          assertThat(closer.isDone()).isFalse();
          guard.exit();
          assertThat(closer.get()).isTrue();
        });
  }

  @Test
  void anInterruptCutsARunShortAndStaysSet() {
    guard.enter();
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(guard::checkRunning)
          .isInstanceOfSatisfying(
              RunCancelled.class,
              e -> assertThat(e.reason()).isEqualTo("the calling thread was interrupted"));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    guard.checkRunning();
    guard.exit();
  }

  @Test
  void aRunCantWaitForItself() {
    guard.enter();
    assertThatThrownBy(guard::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("within its own run");
    guard.checkRunning();
    guard.exit();
    assertThat(guard.close()).isTrue();
  }

  @Test
  void oneOfManyThreadsIsInsideAndOneOfManyCloses() {
    within(
        () -> {
          for (int round = 0; round < 300; round++) {
            ExecutionGuard shared = new ExecutionGuard("round " + round, "");
            AtomicInteger inside = new AtomicInteger();
            List<FutureTask<Boolean>> closers = new ArrayList<>();
            List<FutureTask<Integer>> runners = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
              runners.add(started(() -> runUntilClosed(shared, inside)));
            }
            for (int i = 0; i < 2; i++) {
              closers.add(
                  started(
                      () -> {
                        boolean isFirst = shared.close();
                        assertThat(inside).hasValue(0);
                        return isFirst;
                      }));
            }
            assertThat(List.of(closers.get(0).get(), closers.get(1).get()))
                .containsExactlyInAnyOrder(true, false);
            for (FutureTask<Integer> runner : runners) {
              assertThat(runner.get()).isEqualTo(1);
            }
          }
        });
  }

  /** The most threads that were seen inside at once. */
  private static int runUntilClosed(ExecutionGuard guard, AtomicInteger inside) {
    int most = 1;
    while (true) {
      try {
        guard.enter();
      } catch (ConcurrentUse e) {
        if (e.reason().equals("it is closed")) {
          return most;
        }
        Thread.onSpinWait();
        continue;
      }
      most = Math.max(most, inside.incrementAndGet());
      inside.decrementAndGet();
      guard.exit();
    }
  }

  private static <V> FutureTask<V> started(Callable<V> work) {
    FutureTask<V> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "guard test");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static void within(Executable work) {
    assertTimeoutPreemptively(DEADLOCK, work);
  }
}
