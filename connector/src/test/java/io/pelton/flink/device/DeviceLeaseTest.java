package io.pelton.flink.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.flink.AbsentBackend;
import io.pelton.flink.error.InvalidSetting;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.runtime.memory.SharedResources;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceLeaseTest {
  private final SharedResources resources = new SharedResources();
  private final Set<ExternalResourceInfo> gpus = new LinkedHashSet<>();

  @TempDir Path folder;
  private URLClassLoader loader;

  /** What a resource's driver says of one device. */
  private record Info(String key, String value) implements ExternalResourceInfo {
    @Override
    public Optional<String> getProperty(String wanted) {
      return wanted.equals(key) ? Optional.of(value) : Optional.empty();
    }

    @Override
    public Collection<String> getKeys() {
      return List.of(key);
    }
  }

  @BeforeEach
  void open() {
    loader = FakeDevices.loader(folder);
  }

  @AfterEach
  void close() throws Exception {
    loader.close();
  }

  private DeviceLease acquire(String backend) throws Exception {
    return acquire(backend, DeviceOffer.STANDARD);
  }

  private DeviceLease acquire(String backend, DeviceOffer offer) throws Exception {
    return DeviceLease.acquire(
        resources, backend, loader, offer, name -> name.equals("gpu") ? gpus : Set.of());
  }

  private void offer(String... indices) {
    Arrays.stream(indices).forEach(index -> gpus.add(new Info("index", index)));
  }

  @Test
  void slotsTakeTheDeviceWithTheFewest() throws Exception {
    Deque<DeviceLease> slots = new ArrayDeque<>();
    for (String expected : List.of("fake", "fake:1", "fake:2", "fake:3", "fake", "fake:1")) {
      slots.add(acquire("fake"));
      assertThat(slots.getLast().device()).isEqualTo(expected);
    }
    DeviceLease first = slots.remove();
    first.close();
    first.close();
    // one slot on each but the second device
    assertThat(acquire("fake").device()).isEqualTo("fake");
    assertThat(acquire("fake").device()).isEqualTo("fake:2");
  }

  @Test
  void onlyWhatTheTaskManagerOffersIsTaken() throws Exception {
    offer("3", " 1 ", "7");
    for (String expected : List.of("fake:1", "fake:3", "fake:1")) {
      assertThat(acquire("fake").device()).isEqualTo(expected);
    }
  }

  @Test
  void aNameWithAnIndexIsThatDeviceAndIsCounted() throws Exception {
    offer("0", "1");
    assertThat(acquire("fake:0").device()).isEqualTo("fake");
    assertThat(acquire("fake:2").device()).isEqualTo("fake:2");
    assertThat(acquire("fake").device()).isEqualTo("fake:1");
  }

  @Test
  void countsEndWithTheLastSlot() throws Exception {
    DeviceLease first = acquire("fake");
    DeviceLease second = acquire("fake");
    first.close();
    second.close();
    try (DeviceCounts counts = DeviceCounts.open(resources, "fake")) {
      assertThat(counts.count(0)).isZero();
      assertThat(counts.count(1)).isZero();
      assertThat(counts.count(100)).isZero();
    }
  }

  @Test
  void devicesThatAreOfferedButNotHereAreNamed() {
    offer("8", "9");
    assertThatThrownBy(() -> acquire("fake"))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("'gpu'")
        .hasMessageContaining("[8, 9]")
        .hasMessageContaining("[fake, fake:1, fake:2, fake:3]");
  }

  @Test
  void aResourceThatIsAskedForMustBeThere() throws Exception {
    assertThatThrownBy(() -> acquire("fake", new DeviceOffer("npu", true)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("deviceResource")
        .hasMessageContaining("'npu'");
    assertThat(acquire("fake", new DeviceOffer("npu", false)).device()).isEqualTo("fake");
  }

  @Test
  void aResourceListsNumbers() {
    offer("first");
    assertThatThrownBy(() -> acquire("fake"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'first'");
    gpus.clear();
    gpus.add(new Info("name", "0"));
    assertThatThrownBy(() -> acquire("fake"))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'nothing'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "auto", "none", "none:x", "fake:9", "fake:x", AbsentBackend.NAME})
  void whatIsNoDeviceHereIsLeftToTheEngine(String name) throws Exception {
    offer("first");
    DeviceLease lease = acquire(name);
    assertThat(lease.device()).isEqualTo(name);
    lease.close();
  }

  @Test
  void theBestHostHasNoName() throws Exception {
    assertThat(acquire(null).device()).isNull();
  }
}
