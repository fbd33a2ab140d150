package io.pelton.cuda.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cuda.driver.Rediscovery;
import io.pelton.cuda.emulator.DeviceLoss;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.CudaQueue;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.DeviceLost;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Storage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class TwoDevicesTest {
  private static final DeviceId FIRST = new DeviceId("cuda", 0);
  private static final DeviceId SECOND = new DeviceId("cuda", 1);

  private final CudaRuntime first = CudaRuntime.of(0);
  private final CudaRuntime second = CudaRuntime.of(1);

  @BeforeEach
  void two() {
    Rediscovery.rediscover();
    EmulatedDriver.devices(2);
  }

  @AfterEach
  void one() {
    assertThat(first.liveAllocations() + second.liveAllocations()).isZero();
    assertThat(first.liveQueues() + second.liveQueues()).isZero();
    Rediscovery.rediscover();
  }

  @Test
  void eachRunsItsOwnOnTheSameThread() {
    try (Classifier here = new Classifier(FIRST);
        Classifier there = new Classifier(SECOND)) {
      ExecutableGraph one = here.open();
      ExecutableGraph other = there.open();
      for (int rows = 1; rows < 5; rows++) {
        assertThat(Classifier.run(one, rows)).containsExactly(Classifier.expected(rows));
        assertThat(Classifier.run(other, rows)).containsExactly(Classifier.expected(rows));
      }
    }
  }

  @Test
  void allAreThereToBeChosenFrom() {
    ClassLoader loader = TwoDevicesTest.class.getClassLoader();
    assertThat(Devices.open("cuda:1", loader).all()).extracting(Device::id).contains(SECOND);
    assertThatThrownBy(() -> Devices.open("cuda:2", loader))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("'cuda:2'");
  }

  @Test
  void whatLiesOnOneIsCopiedToTheOther() {
    float[] data = {1, 2, 3, 4, 5, 6};
    float[] back = new float[6];
    float[] direct = new float[6];
    Storage host = HeapStorage.wrap(DType.F32, data);
    try (CudaQueue queue = first.newQueue();
        CudaQueue other = second.newQueue();
        DeviceStorage here = first.allocate(DType.F32, 6);
        DeviceStorage there = second.allocate(DType.F32, 6)) {
      queue.copy(host, 0, here, 0, 6);
      queue.copy(here, 1, there, 0, 5);
      queue.await();
      other.copyRows(there, 0, 2, here, 0, 3, 2, 2);
      other.await();
      queue.copy(here, 0, HeapStorage.wrap(DType.F32, back), 0, 6);
      queue.await();
      assertThat(back).containsExactly(2, 3, 3, 4, 5, 6);
      first.copy(here, 0, there, 0, 3);
      second.copy(there, 0, here, 3, 3);
      first.copy(here, 0, HeapStorage.wrap(DType.F32, direct), 0, 6);
      assertThat(direct).containsExactly(2, 3, 3, 2, 3, 3);
      assertThatThrownBy(() -> queue.copy(there, 0, there, 3, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("neither");
    }
  }

  @Test
  void theLossOfOneIsNoneOfTheOther() {
    try (Classifier there = new Classifier(SECOND)) {
      ExecutableGraph other = there.open();
      try (Classifier here = new Classifier(FIRST)) {
        ExecutableGraph one = here.open();
        Classifier.run(one, 3);
        EmulatedDriver.loseDevice(0, DeviceLoss.UNAVAILABLE);
        assertThatThrownBy(() -> Classifier.run(one, 3))
            .isInstanceOfSatisfying(
                DeviceLost.class, lost -> assertThat(lost.device()).isEqualTo("cuda"));
        assertThat(Classifier.run(other, 3)).containsExactly(Classifier.expected(3));
      }
      assertThat(Classifier.run(other, 3)).containsExactly(Classifier.expected(3));
      EmulatedDriver.loseDevice(1, DeviceLoss.UNAVAILABLE);
      assertThatThrownBy(() -> Classifier.run(other, 3))
          .isInstanceOfSatisfying(
              DeviceLost.class, lost -> assertThat(lost.device()).isEqualTo("cuda:1"));
    }
  }
}
