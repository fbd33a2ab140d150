package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.RunCancelled;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompilerThreadTest {
  @Test
  void oneDaemonThreadServesAllJobs() {
    try (CompilerThread compiler = new CompilerThread()) {
      assertThat(compiler.started()).isZero();
      assertThat(Threads.named(compiler.name())).isZero();
      Thread first = threadOf(compiler);
      assertThat(first.isDaemon()).isTrue();
      assertThat(first.getName()).isEqualTo(compiler.name()).startsWith("pelton-compiler-");
      for (int i = 0; i < 100; i++) {
        assertThat(threadOf(compiler)).isSameAs(first);
      }
      assertThat(compiler.started()).isEqualTo(1);
      assertThat(Threads.named(compiler.name())).isEqualTo(1);
      compiler.close();
      assertThat(first.isAlive()).isFalse();
    }
  }

  @Test
  void theNextJobSeesNothingOfAnInterruptedOne() {
    try (CompilerThread compiler = new CompilerThread()) {
      run(compiler, () -> Thread.currentThread().interrupt());
      AtomicReference<Boolean> isInterrupted = new AtomicReference<>();
      run(compiler, () -> isInterrupted.set(Thread.interrupted()));
      assertThat(isInterrupted).hasValue(false);
      assertThat(compiler.started()).isEqualTo(1);
    }
  }

  @Test
  void whatAJobThrowsReachesWhoWaitsForIt() {
    try (CompilerThread compiler = new CompilerThread()) {
      Error thrown = new AssertionError("on purpose");
      CompilerThread.Job job =
          compiler.submit(
              () -> {
                throw thrown;
              },
              reason -> {});
      assertThatThrownBy(job::join).isSameAs(thrown);
      threadOf(compiler);
      assertThat(compiler.started()).isEqualTo(1);
    }
  }

  @Test
  void aSecondJobAtATimeIsRefused() {
    try (CompilerThread compiler = new CompilerThread()) {
      CountDownLatch release = new CountDownLatch(1);
      CompilerThread.Job job =
          compiler.submit(() -> Threads.await(release), reason -> release.countDown());
      assertThatThrownBy(() -> compiler.submit(() -> {}, reason -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("one job at a time");
      release.countDown();
      job.join();
      run(compiler, () -> {});
    }
  }

  @Test
  void closingCancelsTheJobAndWaitsForTheThread() throws Exception {
    CompilerThread compiler = new CompilerThread();
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch isRunning = new CountDownLatch(1);
    AtomicReference<String> why = new AtomicReference<>();
    AtomicReference<Thread> thread = new AtomicReference<>();
    CompilerThread.Job job =
        compiler.submit(
            () -> {
              thread.set(Thread.currentThread());
              isRunning.countDown();
              Threads.await(release);
            },
            reason -> {
              why.set(reason);
              release.countDown();
            });
    isRunning.await();
    FutureTask<Boolean> closer =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              compiler.close();
              return Thread.interrupted();
            });
    new Thread(closer, "closer").start();
    assertThat(closer.get()).as("the closer's interrupt is kept").isTrue();
    assertThat(thread.get().isAlive()).isFalse();
    assertThat(why).hasValue("the executor was closed");
    job.join();
    compiler.close();
    assertThatThrownBy(() -> compiler.submit(() -> {}, reason -> {}))
        .isInstanceOfSatisfying(
            RunCancelled.class, e -> assertThat(e.reason()).isEqualTo("the executor is closed"));
    assertThatThrownBy(() -> compiler.submit(() -> {}, reason -> {}))
        .as("a refused job leaves nothing behind")
        .isInstanceOf(RunCancelled.class);
  }

  @Test
  void aThreadThatNeverStartedClosesToo() {
    CompilerThread compiler = new CompilerThread();
    compiler.close();
    compiler.close();
    assertThat(compiler.started()).isZero();
    assertThatThrownBy(() -> compiler.submit(() -> {}, reason -> {}))
        .isInstanceOf(RunCancelled.class);
  }

  @Test
  void aThreadCantWaitForItself() {
    try (CompilerThread compiler = new CompilerThread()) {
      CompilerThread.Job job = compiler.submit(compiler::close, reason -> {});
      assertThatThrownBy(job::join)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("can't close itself");
      run(compiler, () -> {});
    }
  }

  @Test
  void anIdleThreadEndsAndAnotherOneStartsOnDemand() throws Exception {
    try (CompilerThread compiler = new CompilerThread(Duration.ofMillis(1))) {
      Thread first = threadOf(compiler);
      first.join();
      Thread second = threadOf(compiler);
      assertThat(second).isNotSameAs(first);
      assertThat(second.getName()).isEqualTo(first.getName());
      assertThat(compiler.started()).isEqualTo(2);
    }
  }

  @Test
  void whatNobodyClosesIsCollectedOnceIdle() throws Exception {
    WeakReference<CompilerThread> unclosed = idle();
    while (unclosed.get() != null) {
      System.gc();
    }
  }

  private static WeakReference<CompilerThread> idle() throws InterruptedException {
    CompilerThread compiler = new CompilerThread(Duration.ofMillis(1));
    threadOf(compiler).join();
    return new WeakReference<>(compiler);
  }

  @Test
  void aWaitingThreadHoldsNoJob() {
    try (CompilerThread compiler = new CompilerThread()) {
      WeakReference<Object> result = runWithResult(compiler);
      while (result.get() != null) {
        System.gc();
      }
    }
  }

  private static WeakReference<Object> runWithResult(CompilerThread compiler) {
    Object held = new Object();
    run(compiler, () -> assertThat(held).isNotNull());
    return new WeakReference<>(held);
  }

  @Test
  void theCallersClassLoaderIsNotKept() throws Exception {
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    try (URLClassLoader user = new URLClassLoader(new URL[0], before);
        CompilerThread compiler = new CompilerThread()) {
      caller.setContextClassLoader(user);
      assertThat(threadOf(compiler).getContextClassLoader())
          .isSameAs(CompilerThread.class.getClassLoader());
    } finally {
      caller.setContextClassLoader(before);
    }
  }

  private static Thread threadOf(CompilerThread compiler) {
    AtomicReference<Thread> thread = new AtomicReference<>();
    run(compiler, () -> thread.set(Thread.currentThread()));
    return thread.get();
  }

  private static void run(CompilerThread compiler, Runnable work) {
    compiler.submit(work, reason -> {}).join();
  }
}
