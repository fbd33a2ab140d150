package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.flink.AbsentBackend;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.ModelChanged;
import io.pelton.flink.error.ModelUnreadable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelLeaseTest {
  private static final int SLOTS = 8;
  private static final int ROWS = 64;

  private final ClassLoader loader = getClass().getClassLoader();

  @TempDir Path folder;
  @TempDir Path temporary;
  private FakeTaskManager taskManager;

  @BeforeEach
  void taskManager() {
    taskManager = new FakeTaskManager(temporary);
  }

  private ModelLease acquire(ModelSpec spec, ClassLoader job) throws Exception {
    return ModelLease.acquire(taskManager.access(job), spec, ROWS);
  }

  @Test
  void slotsThatOpenTogetherLoadOnce() throws Exception {
    Path file = TestModels.amounts(folder);
    ModelSpec spec = spec(CountingFileSystem.uri(file));
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService slots = Executors.newFixedThreadPool(SLOTS);
    try {
      List<Future<ModelLease>> opened = new ArrayList<>();
      for (int i = 0; i < SLOTS; i++) {
        Callable<ModelLease> open =
            () -> {
              start.await();
              return acquire(spec, loader);
            };
        opened.add(slots.submit(open));
      }
      start.countDown();
      List<ModelLease> leases = new ArrayList<>();
      for (Future<ModelLease> each : opened) {
        leases.add(each.get());
      }
      assertThat(CountingFileSystem.opened(file)).isEqualTo(1);
      assertThat(leases)
          .extracting(lease -> lease.model().compiled())
          .containsOnly(leases.get(0).model().compiled());
      for (ModelLease lease : leases) {
        lease.close();
      }
    } finally {
      slots.shutdownNow();
    }
    acquire(spec, loader).close();
    assertThat(CountingFileSystem.opened(file)).isEqualTo(2);
  }

  @Test
  void othersNeedNotWaitForALoad() throws Exception {
    Path file = TestModels.amounts(folder);
    CountDownLatch opened = new CountDownLatch(1);
    CountDownLatch proceed = new CountDownLatch(1);
    CountingFileSystem.whenOpened(
        file,
        () -> {
          opened.countDown();
          try {
            proceed.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    ExecutorService slot = Executors.newSingleThreadExecutor();
    try {
      Future<ModelLease> slow =
          slot.submit(() -> acquire(spec(CountingFileSystem.uri(file)), loader));
      opened.await();
      Path other = TestModels.counts(folder);
      acquire(spec(other.toString()), loader).close();
      assertThat(slow.isDone()).isFalse();
      proceed.countDown();
      slow.get().close();
    } finally {
      slot.shutdownNow();
    }
  }

  @Test
  void theModelStaysForTheLastSlot() throws Exception {
    Path file = TestModels.amounts(folder);
    ModelSpec spec = spec(CountingFileSystem.uri(file));
    ModelLease first = acquire(spec, loader);
    ModelLease second = acquire(spec, loader);
    first.close();
    first.close();
    ModelLease third = acquire(spec, loader);
    assertThat(third.model()).isSameAs(second.model());
    assertThat(CountingFileSystem.opened(file)).isEqualTo(1);
    second.close();
    third.close();
  }

  @Test
  void anotherClassLoaderGetsItsOwn() throws Exception {
    ModelSpec spec = spec(TestModels.amounts(folder).toString());
    try (URLClassLoader other = new URLClassLoader(new URL[0], loader);
        ModelLease mine = acquire(spec, loader);
        ModelLease theirs = acquire(spec, other)) {
      assertThat(theirs.model()).isNotSameAs(mine.model());
    }
  }

  @Test
  void aBackendThatIsMissingIsNamed() {
    ModelSpec spec = on("abacus");
    assertThatThrownBy(() -> acquire(spec, loader))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("abacus");
  }

  private ModelSpec on(String backend) {
    ModelLocation amounts = new ModelLocation.FilePath(TestModels.amounts(folder).toString());
    return new ModelSpec("amounts", amounts, null, backend);
  }

  @Test
  void aDeviceIsAskedForByNameAloneAndSaysWhyItIsNotUsable() throws Exception {
    int probes = AbsentBackend.probes();
    for (String name : Arrays.asList(null, "cpu")) {
      acquire(on(name), loader).close();
    }
    assertThat(AbsentBackend.probes()).isEqualTo(probes);
    for (String name : List.of(AbsentBackend.NAME, AbsentBackend.NAME + ":1")) {
      assertThatThrownBy(() -> acquire(on(name), loader))
          .isInstanceOfSatisfying(
              BackendUnavailable.class,
              e -> {
                assertThat(e.backend()).isEqualTo(name);
                assertThat(e.reason()).isEqualTo(AbsentBackend.REASON);
              });
    }
    acquire(on("auto"), loader).close();
    assertThat(AbsentBackend.probes()).isGreaterThan(probes);
  }

  @Test
  void aMissingFileIsNamed() {
    ModelSpec spec = spec(folder.resolve("none.onnx").toString());
    assertThatThrownBy(() -> acquire(spec, loader))
        .isInstanceOf(ModelUnreadable.class)
        .hasMessageContaining("none.onnx");
  }

  @Test
  void anErrorWhileLoadingLeavesNoLease() throws Exception {
    Path file = TestModels.amounts(folder);
    ModelSpec spec = spec(CountingFileSystem.uri(file));
    CountingFileSystem.whenOpened(
        file,
        () -> {
          throw new OutOfMemoryError("for this test");
        });
    assertThatThrownBy(() -> acquire(spec, loader)).isInstanceOf(OutOfMemoryError.class);
    CountingFileSystem.whenOpened(file, () -> {});
    acquire(spec, loader).close();
    acquire(spec, loader).close();
    assertThat(CountingFileSystem.opened(file)).isEqualTo(3);
  }

  @Test
  void aChangedFileIsRefused() throws Exception {
    Path file = TestModels.amounts(folder);
    ModelSpec spec = spec(file.toString());
    ModelSpec validated = spec.withSha256(spec.read(loader).sha256());
    Files.write(file, Files.readAllBytes(TestModels.counts(folder)));
    assertThatThrownBy(() -> acquire(validated, loader))
        .isInstanceOf(ModelChanged.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(validated.sha256());
  }

  @Test
  void aNodeKnowsTheInputItWorksOn() throws Exception {
    try (ModelLease lease = acquire(spec(TestModels.amounts(folder).toString()), loader)) {
      assertThat(lease.model().inputOf("parse amount")).contains("amount");
      assertThat(lease.model().inputOf("add")).isEmpty();
    }
  }

  private static ModelSpec spec(String uri) {
    return new ModelSpec(
        "amounts",
        new ModelLocation.FilePath(uri),
        null,
        null,
        LoadSettings.defaults().withKeepLoaded(Duration.ZERO));
  }
}
