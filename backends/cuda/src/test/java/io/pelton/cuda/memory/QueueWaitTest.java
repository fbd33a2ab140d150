package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.engine.error.StorageReleased;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class QueueWaitTest {
  private final CudaRuntime runtime = CudaRuntime.of(0);

  private DeviceStorage there(float... values) {
    DeviceStorage there = runtime.allocate(DType.F32, values.length);
    runtime.copy(HeapStorage.wrap(DType.F32, values), 0, there, 0, values.length);
    return there;
  }

  @Test
  void whatIsDownloadedIsThereAfterTheWait() {
    float[] target = new float[2];
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = there(1, 2)) {
      queue.copy(there, 0, HeapStorage.wrap(DType.F32, target), 0, 2);
      assertThat(target).containsExactly(0, 0);
      queue.await();
      assertThat(target).containsExactly(1, 2);
      target[0] = 7;
      queue.await();
      assertThat(target).as("delivered once").containsExactly(7, 2);
    }
  }

  @Test
  void whoDrainsDropsWhatWasDownloaded() {
    float[] target = new float[2];
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = there(1, 2)) {
      queue.copy(there, 0, HeapStorage.wrap(DType.F32, target), 0, 2);
      queue.drain();
      queue.await();
      assertThat(target).containsExactly(0, 0);
      queue.copy(there, 0, HeapStorage.wrap(DType.F32, target), 0, 1);
      queue.await();
      assertThat(target).containsExactly(1, 0);
    }
  }

  @Test
  void closingDropsWhatWasDownloadedAndMayBeRepeated() {
    float[] target = new float[2];
    CudaQueue queue = runtime.newQueue();
    assertThat(runtime.liveQueues()).isEqualTo(1);
    try (DeviceStorage there = there(1, 2)) {
      queue.copy(there, 0, HeapStorage.wrap(DType.F32, target), 0, 2);
      queue.close();
      queue.close();
    }
    assertThat(target).containsExactly(0, 0);
    assertThat(runtime.liveQueues()).isZero();
  }

  /** The target's memory went while the copy was under way. */
  @Test
  void aTargetThatIsGoneFailsTheWaitAndNothingElse() {
    NativeStorage gone = NativeStorage.wrap(DType.F32, ByteBuffer.allocateDirect(8), () -> {});
    float[] target = new float[2];
    try (CudaQueue queue = runtime.newQueue();
        DeviceStorage there = there(1, 2)) {
      queue.copy(there, 0, gone, 0, 2);
      queue.copy(there, 0, HeapStorage.wrap(DType.F32, target), 0, 2);
      gone.close();
      assertThatThrownBy(queue::await).isInstanceOf(StorageReleased.class);
      assertThat(target).containsExactly(1, 2);
      queue.await();
    }
  }

  @Test
  void anotherThreadMayGoOn() {
    float[] target = new float[2];
    try (DeviceStorage there = there(1, 2)) {
      CudaQueue queue = CompletableFuture.supplyAsync(runtime::newQueue).join();
      queue.copy(there, 0, HeapStorage.wrap(DType.F32, target), 0, 1);
      CompletableFuture.runAsync(
              () -> queue.copy(there, 1, HeapStorage.wrap(DType.F32, target), 1, 1))
          .join();
      queue.await();
      CompletableFuture.runAsync(queue::close).join();
    }
    assertThat(target).containsExactly(1, 2);
  }

  @Test
  void theActiveRowsAreWrittenWhenTheyChange() {
    try (CudaQueue queue = runtime.newQueue()) {
      long copies = EmulatedDriver.copies();
      queue.activate(5);
      queue.activate(5);
      assertThat(rows(queue)).isEqualTo(5);
      queue.activate(3);
      assertThat(rows(queue)).isEqualTo(3);
      queue.drain();
      queue.activate(3);
      assertThat(rows(queue)).isEqualTo(3);
      assertThat(queue.extent()).isEqualTo(queue.extent());
      assertThat(EmulatedDriver.copies() - copies).isEqualTo(3);
    }
  }

  private int rows(CudaQueue queue) {
    int[] rows = new int[1];
    DeviceMemory memory = new DeviceMemory(runtime.context().device(), queue.extent(), 4, () -> {});
    queue.copy(
        DeviceStorage.wrap(DType.I32, memory, 0, 1), 0, HeapStorage.wrap(DType.I32, rows), 0, 1);
    queue.await();
    return rows[0];
  }
}
