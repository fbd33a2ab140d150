package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.HostData.Place;
import io.pelton.engine.error.DeviceOutOfMemory;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Copies where there is little pinned memory, or none. */
@ExtendWith(OnEmulatedDriver.class)
class PinnedMemoryTest {
  private static final int BYTES = 3_000_000;

  private final CudaContext context = CudaRuntime.of(0).context();
  private final DeviceHeap heap = new DeviceHeap(context, 1 << 30, new AtomicInteger());

  private CudaQueue queue(PinnedHeap pinned) {
    return new CudaQueue(heap, pinned, () -> {});
  }

  private DeviceStorage there() {
    return DeviceStorage.wrap(DType.I8, heap.allocate(BYTES), 0, BYTES);
  }

  private static void checkCopies(CudaQueue queue, DeviceStorage there) {
    Storage source = HostData.random(DType.I8, BYTES, Place.HEAP, 1);
    Storage target = HostData.zeros(DType.I8, BYTES, Place.HEAP);
    queue.copy(source, 0, there, 0, BYTES);
    queue.copy(there, 0, target, 0, BYTES);
    queue.await();
    assertThat(HostData.bits(target).length).isEqualTo(BYTES);
    assertThat(Arrays.equals(HostData.bits(target), HostData.bits(source))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "65536, 65536", // the smallest chunk
    "131071, 65536",
    "200000, 196608",
    "1500000, 1441792", // what halves of a chunk leave
    "100000000, 4194304"
  })
  void chunksAreAsLargeAsTheBudgetLets(long budget, long taken) {
    PinnedHeap pinned = new PinnedHeap(context, budget);
    try (CudaQueue queue = queue(pinned);
        DeviceStorage there = there()) {
      checkCopies(queue, there);
      assertThat(pinned.bytesAllocated()).isLessThanOrEqualTo(taken).isPositive();
    }
    assertThat(pinned.bytesAllocated()).isZero();
  }

  @Test
  void withoutPinnedMemoryCopiesFail() {
    PinnedHeap pinned = new PinnedHeap(context, 65535);
    try (CudaQueue queue = queue(pinned);
        DeviceStorage there = there()) {
      Storage source = HostData.random(DType.I8, 10, Place.HEAP, 1);
      DeviceOutOfMemory refused =
          catchThrowableOfType(DeviceOutOfMemory.class, () -> queue.copy(source, 0, there, 0, 10));
      assertThat(refused.device()).isEqualTo("cuda (pinned memory of the host)");
      assertThat(refused.requestedBytes()).isEqualTo(65536);
      assertThat(refused.freeBytes()).isEqualTo(65535);
      assertThat(refused.budgetBytes()).isEqualTo(65535);
      queue.await();
    }
  }

  /** Any one allocation may fail: what is there, or a smaller piece, does. */
  @Test
  void anAllocationThatFailsIsMadeUpFor() {
    for (int nth = 1; nth <= 6; nth++) {
      PinnedHeap pinned = new PinnedHeap(context, 1 << 30);
      EmulatedDriver.failHostAllocation(nth);
      try (CudaQueue queue = queue(pinned);
          DeviceStorage there = there()) {
        checkCopies(queue, there);
      }
      assertThat(pinned.bytesAllocated()).isZero();
    }
  }
}
