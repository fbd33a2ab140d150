package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.HostData.Place;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(OnEmulatedDriver.class)
class QueueCopiesTest {
  private final CudaRuntime runtime = CudaRuntime.of(0);

  static Stream<Arguments> dtypesAndPlaces() {
    return Stream.of(DType.values())
        .filter(dtype -> dtype != DType.STRING)
        .flatMap(dtype -> Stream.of(Place.values()).map(place -> Arguments.of(dtype, place)));
  }

  @ParameterizedTest
  @MethodSource("dtypesAndPlaces")
  void bitsOfEveryDtypeGoUpAndDown(DType dtype, Place place) {
    Storage source = HostData.random(dtype, 1000, place, 1);
    Storage target = HostData.zeros(dtype, 1000, place);
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(dtype, 1000);
        DeviceStorage elsewhere = runtime.allocate(dtype, 1000)) {
      queue.copy(source, 8, there, 16, 600);
      queue.copy(there, 24, elsewhere, 4, 400);
      queue.copy(elsewhere, 4, target, 32, 400);
      queue.await();
    }
    assertThat(HostData.bits(target, 32, 400)).isEqualTo(HostData.bits(source, 16, 400));
    assertThat(HostData.bits(target, 0, 32)).containsOnly(0);
    assertThat(HostData.bits(target, 432, 568)).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("dtypesAndPlaces")
  void theRuntimeCopiesAtOnce(DType dtype, Place place) {
    Storage source = HostData.random(dtype, 1000, place, 2);
    Storage target = HostData.zeros(dtype, 1000, place);
    try (DeviceStorage there = runtime.allocate(dtype, 1000);
        DeviceStorage elsewhere = runtime.allocate(dtype, 1000)) {
      runtime.copy(source, 8, there, 16, 600);
      runtime.copy(there, 24, elsewhere, 4, 400);
      runtime.copy(elsewhere, 4, target, 32, 400);
    }
    assertThat(HostData.bits(target, 32, 400)).isEqualTo(HostData.bits(source, 16, 400));
    assertThat(HostData.bits(target, 0, 32)).containsOnly(0);
    assertThat(HostData.bits(target, 432, 568)).containsOnly(0);
  }

  /** Bytes around the sizes at which copies are cut, and more than the ring has room for. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        1,
        63,
        64,
        65,
        StagingRing.LEAST_BYTES - 1,
        StagingRing.LEAST_BYTES,
        StagingRing.LEAST_BYTES + 1,
        StagingRing.CHUNK_BYTES - 1,
        StagingRing.CHUNK_BYTES,
        StagingRing.CHUNK_BYTES + 1,
        4 * StagingRing.CHUNK_BYTES - 1,
        4 * StagingRing.CHUNK_BYTES + 1,
        11 * StagingRing.CHUNK_BYTES + 12345
      })
  void everySizeArrives(int bytes) {
    for (boolean isLazy : List.of(true, false)) {
      EmulatedDriver.lazy(isLazy);
      Storage source = HostData.random(DType.I8, bytes, Place.HEAP, bytes);
      Storage target = HostData.zeros(DType.I8, bytes, Place.NATIVE);
      Storage direct = HostData.zeros(DType.I8, bytes, Place.HEAP);
      try (CudaQueue queue = runtime.newQueue();
          DeviceStorage there = runtime.allocate(DType.I8, bytes)) {
        queue.copy(source, 0, there, 0, bytes);
        queue.copy(there, 0, target, 0, bytes);
        queue.await();
        runtime.copy(there, 0, direct, 0, bytes);
      }
      assertThat(Arrays.equals(HostData.bits(source), HostData.bits(target))).isTrue();
      assertThat(Arrays.equals(HostData.bits(source), HostData.bits(direct))).isTrue();
    }
  }

  @Test
  void aSourceMayBeWrittenAgainWhenTheCopyIsEnqueued() {
    int count = 300;
    int length = 10_000;
    float[] source = new float[length];
    float[] target = new float[count];
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(DType.F32, (long) count * length)) {
      Storage host = HeapStorage.wrap(DType.F32, source);
      for (int i = 0; i < count; i++) {
        Arrays.fill(source, i + 1);
        queue.copy(host, 0, there, (long) i * length, length);
      }
      Arrays.fill(source, -1);
      Storage back = HeapStorage.wrap(DType.F32, target);
      for (int i = 0; i < count; i++) {
        queue.copy(there, (long) i * length + length - 1, back, i, 1);
      }
      queue.await();
    }
    for (int i = 0; i < count; i++) {
      assertThat(target[i]).isEqualTo(i + 1);
    }
  }

  @Test
  void pinnedMemoryIsUsedAgain() {
    Storage source = HostData.random(DType.F32, 1 << 16, Place.HEAP, 3);
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(DType.F32, 1 << 16)) {
      assertThat(runtime.bytesPinned()).isZero();
      for (int i = 0; i < 100; i++) {
        queue.copy(source, 0, there, 0, 1 << 16);
      }
      long pinned = runtime.bytesPinned();
      assertThat(pinned).isBetween(1L, 4L * StagingRing.CHUNK_BYTES);
      for (int i = 0; i < 100; i++) {
        queue.copy(source, 0, there, 0, 1 << 16);
        queue.await();
      }
      assertThat(runtime.bytesPinned()).isEqualTo(pinned);
    }
    assertThat(runtime.bytesPinned()).isZero();
  }

  @Test
  void whatLiesOutsideIsRefused() {
    Storage host = HostData.zeros(DType.F32, 10, Place.HEAP);
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(DType.F32, 10)) {
      assertThatThrownBy(() -> queue.copy(host, 5, there, 0, 6))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("heap F32[10]");
      assertThatThrownBy(() -> queue.copy(host, 0, there, 5, 6))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cuda F32[10]");
      assertThatThrownBy(() -> runtime.copy(there, -1, host, 0, 6))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> queue.copy(host, 0, host, 5, 5))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("neither");
      queue.copy(host, 0, there, 0, 0);
      queue.await();
    }
  }

  @Test
  void elementsBelowAByteStartWithOne() {
    Storage host = HostData.zeros(DType.I4, 16, Place.HEAP);
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = runtime.allocate(DType.I4, 16)) {
      assertThatThrownBy(() -> queue.copy(host, 1, there, 0, 4))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("doesn't start a byte");
      // a row alone may end anywhere
      queue.copy(host, 2, there, 0, 5);
      queue.await();
    }
  }
}
