package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.testing.NoMemory;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenDevicesTest {
  private static final List<String> PROBED = new ArrayList<>();
  private static final TransferPrice PRICE = new TransferPrice(8_000, 1e10);

  private abstract static class Listed implements BackendProvider {
    private final String name;
    private final int rank;
    private final int count;

    /**
     * @param count of devices; -1 for the host's
     */
    Listed(String name, int rank, int count) {
      this.name = name;
      this.rank = rank;
      this.count = count;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public boolean isHost() {
      return count < 0;
    }

    @Override
    public Probe probe() {
      PROBED.add(name);
      return new Probe.Usable("for tests");
    }

    @Override
    public void register(BindingTable.Builder table) {}

    @Override
    public List<AttachedDevice> devices(Backend backend) {
      return IntStream.range(0, count)
          .mapToObj(
              index -> Device.withMemory(backend, index, new NoMemory(), new DeviceModel(1, 1, 1)))
          .map(device -> new AttachedDevice(device, PRICE))
          .toList();
    }
  }

  /** The best host. */
  public static final class Good extends Listed {
    public Good() {
      super("good", 1_000, -1);
    }
  }

  /** A host that is not the best. */
  public static final class Fair extends Listed {
    public Fair() {
      super("fair", 999, -1);
    }
  }

  /** A host that would be the best. */
  public static final class Unfit extends Listed {
    public Unfit() {
      super("unfit", 3_000, -1);
    }

    @Override
    public Probe probe() {
      return new Probe.Unusable("it lacks an instruction");
    }
  }

  /** Ranked above all hosts, with two devices. */
  public static final class Pair extends Listed {
    public Pair() {
      super("pair", 2_000, 2);
    }
  }

  /** A backend whose library is missing. */
  public static final class Missing extends Listed {
    public Missing() {
      super("missing", 2_001, 1);
    }

    @Override
    public Probe probe() {
      PROBED.add(name());
      return new Probe.Unusable("its library is not installed");
    }

    @Override
    public List<AttachedDevice> devices(Backend backend) {
      throw new AssertionError("devices of a backend that is not usable");
    }
  }

  @TempDir private static Path folder;

  private final ClassLoader loader =
      seeing(Good.class, Fair.class, Unfit.class, Pair.class, Missing.class);

  private static ClassLoader seeing(Class<?>... providers) {
    try {
      Path root = Files.createTempDirectory(folder, "providers");
      Path services = Files.createDirectories(root.resolve("META-INF/services"));
      Files.writeString(
          services.resolve(BackendProvider.class.getName()),
          Stream.of(providers).map(Class::getName).collect(Collectors.joining("\n")));
      return new URLClassLoader(
          new URL[] {root.toUri().toURL()}, OpenDevicesTest.class.getClassLoader());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void forget() {
    PROBED.clear();
  }

  @Test
  void theDefaultIsTheBestHostAndAsksNoOtherBackend() {
    assertThat(Backend.best(loader).name()).isEqualTo("good");
    assertThat(PROBED).isNotEmpty().containsOnly("good");
  }

  @Test
  void aHostNameIsTheHostAlone() {
    Devices devices = Devices.open("fair", loader);
    assertThat(devices.all()).hasToString("[fair]");
    assertThat(devices.host().isHost()).isTrue();
    assertThat(PROBED).doesNotContain("pair", "missing");
    assertThatThrownBy(() -> Devices.open("fair:1", loader))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("the backend has no device 1 here")
        .hasMessageContaining("[fair]");
  }

  @Test
  void aDeviceIsOpenedBesideTheBestHostWithItsPrice() {
    Devices devices = Devices.open("pair:1", loader);
    DeviceId id = new DeviceId("pair", 1);
    assertThat(devices.all()).hasToString("[good, pair:1]");
    assertThat(devices.get(id).isHost()).isFalse();
    assertThat(devices.price(devices.host().id(), id)).contains(PRICE);
    assertThat(devices.price(id, devices.host().id())).contains(PRICE);
    assertThat(Devices.open("pair", loader).all()).hasToString("[good, pair]");
    assertThat(PROBED).doesNotContain("missing");
  }

  @Test
  void anIndexThatIsNotThereIsAnErrorThatListsThoseThatAre() {
    assertThatThrownBy(() -> Devices.open("pair:2", loader))
        .isInstanceOfSatisfying(
            BackendUnavailable.class,
            e -> {
              assertThat(e.backend()).isEqualTo("pair:2");
              assertThat(e.reason()).isEqualTo("the backend has no device 2 here");
              assertThat(e.available()).containsExactly("pair", "pair:1");
            });
  }

  @Test
  void whatIsNamedAndNotUsableIsNeverReplaced() {
    assertThatThrownBy(() -> Devices.open("missing", loader))
        .isInstanceOfSatisfying(
            BackendUnavailable.class,
            e -> {
              assertThat(e.backend()).isEqualTo("missing");
              assertThat(e.reason()).isEqualTo("its library is not installed");
              assertThat(e.available()).contains("good", "fair").doesNotContain("pair", "unfit");
            });
    assertThat(PROBED).doesNotContain("pair");
    assertThatThrownBy(() -> Backend.named("missing", loader))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("its library is not installed");
  }

  @Test
  void unknownNamesAreRefusedWithoutAskingBackendsOfDevices() {
    for (String name : List.of("tpu", "pair:x", ":1", "")) {
      PROBED.clear();
      assertThatThrownBy(() -> Devices.open(name, loader))
          .isInstanceOfSatisfying(
              BackendUnavailable.class, e -> assertThat(e.backend()).isEqualTo(name));
      assertThat(PROBED).doesNotContain("pair", "missing");
    }
  }

  @Test
  void autoTakesAllThatIsUsable() {
    assertThat(Devices.open(Devices.AUTO, loader).all()).hasToString("[good, pair, pair:1]");
    assertThat(PROBED).contains("pair", "missing");
  }

  @Test
  void withoutAHostThereIsNothingToOpen() {
    assertThat(Backend.named("pair", seeing(Pair.class)).name()).isEqualTo("pair");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Devices.of(Backend.named("pair", loader)))
        .withMessageContaining("kernels of backend pair can't run on the host");
  }
}
