package io.pelton.cuda.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cuda.emulator.DeviceLoss;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.CudaQueue;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.error.DeviceLost;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A device that is lost takes all that was open on it along, and nothing that is opened later. */
@ExtendWith(OnEmulatedDriver.class)
class LostDeviceTest {
  private static final DeviceId DEVICE = DeviceId.first("cuda");

  private final CudaRuntime runtime = CudaRuntime.of(0);

  @AfterEach
  void nothingIsLeft() {
    assertThat(runtime.liveAllocations()).isZero();
    assertThat(runtime.liveQueues()).isZero();
    assertThat(runtime.bytesAllocated()).isZero();
    assertThat(runtime.bytesPinned()).isZero();
  }

  private static void checkLost(ExecutableGraph executable) {
    assertThatThrownBy(() -> Classifier.run(executable, 3))
        .isInstanceOf(DeviceLost.class)
        .hasMessageContaining("close what uses it and open it again");
  }

  @ParameterizedTest
  @EnumSource(DeviceLoss.class)
  void whatIsClosedAndOpenedAgainWorks(DeviceLoss loss) {
    try (Classifier classifier = new Classifier(DEVICE)) {
      ExecutableGraph executable = classifier.open();
      Classifier.run(executable, 3);
      EmulatedDriver.loseDevice(0, loss);
      checkLost(executable);
      checkLost(executable);
    }
    try (Classifier classifier = new Classifier(DEVICE)) {
      assertThat(Classifier.run(classifier.open(), 3)).containsExactly(Classifier.expected(3));
    }
  }

  /** Weights that the compiled graph keeps on the device are copied there again. */
  @Test
  void theSameGraphOpensOthersWhileLostOnesAreOpen() {
    int generation = runtime.context().generation();
    try (Classifier classifier = new Classifier(DEVICE)) {
      ExecutableGraph first = classifier.open();
      ExecutableGraph second = classifier.open();
      Classifier.run(first, 3);
      Classifier.run(second, 3);
      EmulatedDriver.loseDevice();
      checkLost(first);
      ExecutableGraph third = classifier.open();
      assertThat(Classifier.run(third, 3)).containsExactly(Classifier.expected(3));
      checkLost(first);
      checkLost(second);
      assertThat(Classifier.run(third, 7)).containsExactly(Classifier.expected(7));
      first.close();
      second.close();
      assertThat(Classifier.run(third, 5)).containsExactly(Classifier.expected(5));
    }
    assertThat(runtime.context().generation()).isEqualTo(generation + 1);
    checkAllIsGone();
  }

  private static void checkAllIsGone() {
    assertThat(EmulatedDriver.liveAllocations()).isZero();
    assertThat(EmulatedDriver.liveHostAllocations()).isZero();
    assertThat(EmulatedDriver.liveStreams()).isZero();
    assertThat(EmulatedDriver.liveEvents()).isZero();
  }

  @Test
  void memoryOfALostDeviceIsRefusedInTheNext() {
    float[] data = {1, 2};
    Storage host = HeapStorage.wrap(DType.F32, data);
    DeviceStorage lost = runtime.allocate(DType.F32, 2);
    try (CudaQueue before = runtime.newQueue()) {
      before.copy(host, 0, lost, 0, 2);
      before.await();
      EmulatedDriver.loseDevice();
      assertThatThrownBy(before::await).isInstanceOf(DeviceLost.class);
      assertThat(lost.memory().isLost()).isTrue();
      try (CudaQueue after = runtime.newQueue();
          DeviceStorage alive = runtime.allocate(DType.F32, 2)) {
        assertThatThrownBy(() -> after.copy(lost, 0, alive, 0, 2)).isInstanceOf(DeviceLost.class);
        assertThatThrownBy(() -> runtime.copy(host, 0, lost, 0, 2)).isInstanceOf(DeviceLost.class);
        assertThatThrownBy(() -> before.copy(host, 0, alive, 0, 2)).isInstanceOf(DeviceLost.class);
        after.copy(host, 0, alive, 0, 2);
        after.await();
        assertThat(alive.memory().isLost()).isFalse();
      }
      before.drain();
    }
    lost.close();
    checkAllIsGone();
  }

  /** Owners that close before anything else is opened free it themselves, as always. */
  @Test
  void theLastOwnerTakesTheContextDown() {
    int generation = runtime.context().generation();
    DeviceStorage lost = runtime.allocate(DType.F32, 2);
    CudaQueue queue = runtime.newQueue();
    EmulatedDriver.loseDevice();
    assertThatThrownBy(queue::await).isInstanceOf(DeviceLost.class);
    queue.close();
    lost.close();
    assertThat(EmulatedDriver.orphans()).isZero();
    assertThat(EmulatedDriver.liveStreams()).isZero();
    assertThat(runtime.context().generation()).isEqualTo(generation + 1);
  }
}
