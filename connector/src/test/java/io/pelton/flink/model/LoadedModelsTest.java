package io.pelton.flink.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.CountingFileSystem;
import io.pelton.flink.TestModels;
import io.pelton.flink.device.FakeDevices;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedModelsTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final int ROWS = 4;
  private static final int SLOTS = 8;

  private final LoadedModels models = new LoadedModels();
  private final ClassLoader loader = getClass().getClassLoader();

  @TempDir Path folder;
  @TempDir Path temporary;
  private FakeTaskManager taskManager;
  private ModelSpec spec;

  @BeforeEach
  void taskManager() {
    taskManager = new FakeTaskManager(temporary);
    spec = spec(TestModels.relu(folder).toString(), LONG);
  }

  private static ModelSpec spec(String uri, Duration keep) {
    return new ModelSpec(
        "model",
        new ModelLocation.FilePath(uri),
        null,
        null,
        LoadSettings.defaults().withKeepLoaded(keep).withWarmUp(Duration.ZERO));
  }

  private LoadedModels.Key key(ClassLoader job) {
    return new LoadedModels.Key(job, taskManager.resources, spec.identity(null));
  }

  private LoadedModel load(ClassLoader job) throws Exception {
    return models.lease(key(job)).get(spec, null, taskManager.access(job), ROWS);
  }

  @Test
  void aModelStaysForTheNextAttempt() throws Exception {
    LoadedModel loaded = load(loader);
    models.release(key(loader), LONG);
    assertThat(models.isKeeping()).isTrue();
    assertThat(load(loader)).isSameAs(loaded);
    models.release(key(loader), Duration.ZERO);
    assertThat(models.size()).isZero();
    assertThat(load(loader)).isNotSameAs(loaded);
    models.release(key(loader), Duration.ZERO);
  }

  @Test
  void itGoesWhenItsTimeIsOverAndTheThreadWithTheLast() throws Exception {
    load(loader);
    models.release(key(loader), Duration.ofMillis(1));
    while (models.size() > 0 || models.isKeeping()) {
      LockSupport.parkNanos(1_000_000);
    }
    load(loader);
    models.release(key(loader), Duration.ofMillis(1));
    while (models.size() > 0 || models.isKeeping()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void itGoesAtOnceWithItsClassLoader() throws Exception {
    try (URLClassLoader other = new URLClassLoader(new URL[0], loader)) {
      load(loader);
      models.release(key(loader), LONG);
      load(other);
      models.release(key(other), LONG);
      models.release(other);
      assertThat(models.size()).isEqualTo(1);
      models.release(loader);
      assertThat(models.size()).isZero();
      assertThat(models.isKeeping()).isFalse();
    }
  }

  @Test
  void whatIsInUseStays() throws Exception {
    LoadedModel loaded = load(loader);
    models.release(loader);
    assertThat(load(loader)).isSameAs(loaded);
    models.release(key(loader), LONG);
    models.release(key(loader), Duration.ZERO);
    assertThat(models.size()).isZero();
  }

  @Test
  void aFailureIsNotKept() {
    spec = spec(folder.resolve("none.onnx").toString(), LONG);
    assertThatThrownBy(() -> load(loader)).hasMessageContaining("none.onnx");
    models.release(key(loader), LONG);
    assertThat(models.size()).isZero();
    assertThat(models.isKeeping()).isFalse();
  }

  @Test
  void eightSlotsHaveOneSetOfWeights() throws Exception {
    int width = 1_000;
    Path file = TestModels.weighted(folder, "w.bin", width);
    ModelSpec weighted = spec(CountingFileSystem.uri(file), Duration.ZERO);
    List<ModelLease> slots = new ArrayList<>();
    long bytes = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      ModelLease lease = ModelLease.acquire(taskManager.access(loader), weighted, ROWS);
      slots.add(lease);
      try (ExecutableGraph executable = lease.model().compiled().newExecutable()) {
        executable.runSlots(Tensor.allocate(DType.F32, 1, width));
        bytes = bytes == 0 ? executable.statistics().weightBytes() : bytes;
        assertThat(executable.statistics().weightBytes()).isEqualTo(bytes);
      }
    }
    assertThat(bytes).isGreaterThanOrEqualTo(4L * width).isLessThan(8L * width);
    assertThat(CountingFileSystem.opened(file)).isEqualTo(1);
    for (ModelLease slot : slots) {
      slot.close();
    }
  }

  @Test
  void weightsAreSharedOnOneDevice() throws Exception {
    Path jar = folder.resolve("jar");
    try (URLClassLoader job = FakeDevices.loader(jar)) {
      ModelSpec onDevices =
          new ModelSpec("model", spec.location(), null, FakeDevices.NAME, spec.settings());
      List<ModelLease> slots = new ArrayList<>();
      for (int slot = 0; slot < SLOTS; slot++) {
        slots.add(ModelLease.acquire(taskManager.access(job), onDevices, ROWS));
      }
      for (int slot = 0; slot < SLOTS; slot++) {
        LoadedModel model = slots.get(slot).model();
        assertThat(model).isSameAs(slots.get(slot % FakeDevices.COUNT).model());
        assertThat(model.compiled().options().devices().all().get(1).id().index())
            .isEqualTo(slot % FakeDevices.COUNT);
      }
      assertThat(slots.stream().map(ModelLease::model).distinct()).hasSize(FakeDevices.COUNT);
      for (ModelLease slot : slots) {
        slot.close();
      }
      taskManager.releaseClassLoader(job);
    }
  }

  @Test
  void anEnvironmentGivesWhatIsNeeded() throws Exception {
    Set<ExternalResourceInfo> infos = new HashSet<>();
    try (MockEnvironment environment =
        new MockEnvironmentBuilder()
            .setExternalResourceInfoProvider(name -> name.equals("gpu") ? infos : Set.of())
            .build()) {
      TaskManagerAccess access = TaskManagerAccess.of(environment);
      assertThat(access.externalResources().apply("gpu")).isSameAs(infos);
      assertThat(access.externalResources().apply("npu")).isEmpty();
      assertThat(access.temporary()).isNotEmpty();
      assertThat(access.resources()).isSameAs(environment.getSharedResources());
      assertThat(access.loader()).isSameAs(environment.getUserCodeClassLoader().asClassLoader());
    }
  }
}
