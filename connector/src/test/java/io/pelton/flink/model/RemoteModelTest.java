package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.TestModels;
import io.pelton.flink.error.ModelChanged;
import io.pelton.flink.error.ModelUnreadable;
import io.pelton.onnx.ExternalDataError;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models that are not on the TaskManager's disk. */
class RemoteModelTest {
  private static final int ROWS = 4;

  /** Of floats; enough for weights to be mapped. */
  private static final int WIDE = 300_000;

  private final ClassLoader loader = getClass().getClassLoader();

  @TempDir Path folder;
  @TempDir Path temporary;
  private FakeTaskManager taskManager;

  @BeforeEach
  void taskManager() {
    taskManager = new FakeTaskManager(temporary);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(copies()).isEmpty();
  }

  private List<Path> copies() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      return files.filter(file -> !file.equals(temporary)).toList();
    }
  }

  private static ModelSpec spec(Path file, Duration keep) {
    ModelLocation location = new ModelLocation.FilePath(CountingFileSystem.uri(file));
    ModelSpec unread =
        new ModelSpec(
            "remote",
            location,
            null,
            null,
            LoadSettings.defaults().withKeepLoaded(keep).withWarmUp(Duration.ZERO));
    try {
      return unread.withSha256(ModelBytes.read(file).sha256());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private ModelLease acquire(ModelSpec spec) throws Exception {
    return ModelLease.acquire(taskManager.access(loader), spec, ROWS);
  }

  @Test
  void slotsAndARestartReadTheFileOnce() throws Exception {
    Path file = TestModels.relu(folder);
    ModelSpec spec = spec(file, Duration.ofHours(1));
    for (int attempt = 0; attempt < 2; attempt++) {
      List<ModelLease> slots = new ArrayList<>();
      for (int slot = 0; slot < 8; slot++) {
        slots.add(acquire(spec));
      }
      assertThat(slots)
          .extracting(lease -> lease.model().compiled())
          .containsOnly(slots.get(0).model().compiled());
      for (ModelLease slot : slots) {
        slot.close();
      }
      assertThat(copies()).isNotEmpty();
    }
    assertThat(CountingFileSystem.opened(file)).isEqualTo(1);
    taskManager.releaseClassLoader(loader);
  }

  @Test
  void jobsShareACopy() throws Exception {
    Path file = TestModels.relu(folder);
    ModelSpec spec = spec(file, Duration.ZERO);
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
    ExecutorService jobs = Executors.newFixedThreadPool(2);
    try (URLClassLoader other = new URLClassLoader(new URL[0], loader)) {
      Future<ModelLease> first = jobs.submit(() -> acquire(spec));
      opened.await();
      Future<ModelLease> second =
          jobs.submit(() -> ModelLease.acquire(taskManager.access(other), spec, ROWS));
      proceed.countDown();
      ModelLease one = first.get();
      ModelLease two = second.get();
      one.close();
      assertThat(copies()).isNotEmpty();
      two.close();
      assertThat(CountingFileSystem.opened(file)).isEqualTo(1);
    } finally {
      jobs.shutdownNow();
    }
  }

  @Test
  void aCopyThatFailsIsMadeAgain() throws Exception {
    Path file = TestModels.relu(folder);
    ModelSpec spec = spec(file, Duration.ofHours(1));
    CountingFileSystem.whenOpened(
        file,
        () -> {
          throw new IllegalStateException("for this test");
        });
    assertThatThrownBy(() -> acquire(spec)).hasMessageContaining("for this test");
    assertThat(copies()).isEmpty();
    CountingFileSystem.whenOpened(file, () -> {});
    acquire(spec).close();
    taskManager.releaseClassLoader(loader);
  }

  @Test
  void whatHasAnotherChecksumIsRefused() {
    Path file = TestModels.relu(folder);
    ModelSpec wanted = spec(file, Duration.ZERO).withSha256("0".repeat(64));
    assertThatThrownBy(() -> acquire(wanted))
        .isInstanceOf(ModelChanged.class)
        .hasMessageContaining("0".repeat(64))
        .hasMessageContaining(CountingFileSystem.uri(file));
  }

  @Test
  void aFileWhoseChecksumIsNotKnownIsNotCopied() throws Exception {
    ModelSpec unread = spec(TestModels.relu(folder), Duration.ZERO).withSha256(null);
    try (ModelLease lease = acquire(unread)) {
      assertThat(copies()).isEmpty();
      assertThat(lease.model().version()).isEqualTo("7");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"w.bin", "sub/w.bin", "sub/../w.bin", "mit Leerzeichen/gewichte é.bin"})
  void weightsAreFetchedFromTheModelsFolder(String path) throws Exception {
    Path modelFolder = Files.createDirectories(folder.resolve("modèle mit Leerzeichen"));
    Path file = TestModels.weighted(modelFolder, path, 3);
    Path weights = modelFolder.resolve(path).normalize();
    ModelSpec spec = spec(file, Duration.ZERO);
    assertThat(spec.read(loader).graph().inputs()).containsOnlyKeys("x");
    try (ModelLease first = acquire(spec);
        ModelLease second = acquire(spec)) {
      assertThat(first.model()).isSameAs(second.model());
      assertThat(sums(first, 3)).containsExactly(1.5f, 2.5f, 3.5f);
    }
    assertThat(CountingFileSystem.opened(weights)).isEqualTo(2);
  }

  @Test
  void largeWeightsStayInTheirCopyAsLongAsTheModelIsInUse() throws Exception {
    Path file = TestModels.weighted(folder, "w.bin", WIDE);
    try (ModelLease lease = acquire(spec(file, Duration.ZERO))) {
      assertThat(copies()).anyMatch(copy -> copy.endsWith("w.bin"));
      assertThat(sums(lease, WIDE)).endsWith(WIDE - 1 + 1.5f);
    }
  }

  private static float[] sums(ModelLease lease, int width) {
    float[] ones = new float[width];
    Arrays.fill(ones, 1f);
    try (ExecutableGraph executable = lease.model().compiled().newExecutable()) {
      executable.runSlots(Tensor.of(ones, 1, width));
      return ((Tensor) executable.output(0)).toFloats();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../w.bin", "/w.bin", "", "sub/../../w.bin", "."})
  void noPathLeadsOutOfTheModelsFolder(String path) throws Exception {
    Path modelFolder = Files.createDirectories(folder.resolve("model"));
    Files.write(folder.resolve("w.bin"), new byte[12]);
    ModelSpec spec = spec(TestModels.weighted(modelFolder, path, 3), Duration.ZERO);
    for (int where = 0; where < 2; where++) {
      boolean inTask = where == 0;
      assertThatThrownBy(() -> open(spec, inTask))
          .isInstanceOfSatisfying(
              ExternalDataError.class,
              e -> {
                assertThat(e.tensor()).isEqualTo("w");
                assertThat(e.path()).isEqualTo(path);
              });
    }
    assertThat(CountingFileSystem.opened(folder.resolve("w.bin"))).isZero();
  }

  private void open(ModelSpec spec, boolean inTask) throws Exception {
    if (inTask) {
      acquire(spec).close();
    } else {
      spec.read(loader);
    }
  }

  @Test
  void weightsThatAreMissingAreNamed() throws Exception {
    ModelSpec spec = spec(TestModels.weighted(folder, "sub/w.bin", 3), Duration.ZERO);
    Files.delete(folder.resolve("sub/w.bin"));
    assertThatThrownBy(() -> acquire(spec))
        .isInstanceOf(ExternalDataError.class)
        .hasMessageContaining("'w'")
        .hasMessageContaining("sub/w.bin")
        .hasMessageContaining("counting:");
  }

  @Test
  void theClassPathHasWeightsToo() throws Exception {
    TestModels.weighted(Files.createDirectories(folder.resolve("models")), "sub/w.bin", 3);
    ModelSpec spec =
        new ModelSpec("weighted", new ModelLocation.Resource("models/weighted.onnx"), null, null);
    try (URLClassLoader jar = new URLClassLoader(new URL[] {folder.toUri().toURL()}, loader)) {
      try (ModelLease lease = ModelLease.acquire(taskManager.access(jar), spec, ROWS)) {
        assertThat(sums(lease, 3)).containsExactly(1.5f, 2.5f, 3.5f);
      }
      taskManager.releaseClassLoader(jar);
    }
  }

  @Test
  void cachedFilesComeFromTheTaskManager() throws Exception {
    TestModels.weighted(folder, "w.bin", 3);
    taskManager.cachedFiles.put("folder", folder.toFile());
    taskManager.cachedFiles.put("file", TestModels.relu(folder).toFile());
    acquire(cached("file", "")).close();
    try (ModelLease lease = acquire(cached("folder", "weighted.onnx"))) {
      assertThat(sums(lease, 3)).containsExactly(1.5f, 2.5f, 3.5f);
    }
    assertThatThrownBy(() -> acquire(cached("other", "")))
        .isInstanceOf(ModelUnreadable.class)
        .hasMessageContaining("'cached:other'")
        .hasMessageContaining("registerCachedFile");
    taskManager.releaseClassLoader(loader);
  }

  private static ModelSpec cached(String name, String inside) {
    return new ModelSpec(name, new ModelLocation.CachedFile(name, inside, ""), null, null);
  }

  @Test
  void aTaskThatIsCancelledLeavesTheLoadingToTheNext() throws Exception {
    Path file = TestModels.relu(folder);
    ModelSpec spec = spec(file, Duration.ZERO);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> acquire(spec)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    CountingFileSystem.whenOpened(file, Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> acquire(spec)).isInstanceOf(ModelUnreadable.class);
    assertThat(Thread.interrupted()).isTrue();
    CountingFileSystem.whenOpened(file, () -> {});
    acquire(spec).close();
  }
}
