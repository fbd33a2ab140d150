package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.DeviceOutOfMemory;
import io.pelton.engine.error.StorageReleased;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class CudaRuntimeTest {
  private final CudaRuntime runtime = CudaRuntime.of(0);

  @Test
  void isOneForEachDevice() {
    assertThat(CudaRuntime.of(0)).isSameAs(runtime);
    assertThat(runtime.context().device()).isEqualTo(new DeviceId("cuda", 0));
    assertThatThrownBy(() -> CudaRuntime.of(9).allocate(1))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("cuda:9");
  }

  @Test
  void allocatesAndCounts() {
    List<DeviceMemory> memories = new ArrayList<>();
    for (long bytes : new long[] {0, 1, 255, 4096, 1 << 20}) {
      DeviceMemory memory = runtime.allocate(bytes);
      memories.add(memory);
      assertThat(memory.bytes()).isEqualTo(bytes);
      assertThat(memory.device()).isEqualTo(new DeviceId("cuda", 0));
      assertThat(memory.address() % 256).isZero();
    }
    assertThat(memories.stream().map(DeviceMemory::address)).doesNotHaveDuplicates();
    assertThat(runtime.liveAllocations()).isEqualTo(5);
    assertThat(runtime.bytesAllocated()).isGreaterThanOrEqualTo(1 + 255 + 4096 + (1 << 20));
    assertThat(EmulatedDriver.liveAllocations()).isEqualTo(5);
    memories.get(0).retain();
    memories.forEach(DeviceMemory::close);
    assertThat(runtime.liveAllocations()).isEqualTo(1);
    memories.get(0).close();
    assertThatThrownBy(() -> memories.get(0).close()).isInstanceOf(StorageReleased.class);
    assertThat(runtime.liveAllocations()).isZero();
    assertThat(runtime.bytesAllocated()).isZero();
  }

  @Test
  void refusesWhatIsAboveTheBudgetWithoutAskingTheDevice() {
    long budget = runtime.budgetBytes();
    assertThat(budget).isBetween(1L << 30, 4L << 30);
    try (DeviceMemory held = runtime.allocate(1000)) {
      DeviceOutOfMemory refused =
          catchThrowableOfType(
              DeviceOutOfMemory.class, () -> runtime.allocate(budget - held.bytes() + 1));
      assertThat(refused.device()).isEqualTo("cuda");
      assertThat(refused.requestedBytes()).isEqualTo(budget - 999);
      assertThat(refused.freeBytes()).isEqualTo(budget - 1000);
      assertThat(refused.budgetBytes()).isEqualTo(budget);
    }
    assertThat(runtime.bytesAllocated()).isZero();
  }

  @Test
  void saysWhatIsFreeWhenTheDeviceHasNoMore() {
    EmulatedDriver.memory(1 << 20);
    try (DeviceMemory held = runtime.allocate(512 << 10)) {
      assertThat(held.bytes()).isEqualTo(512 << 10);
      DeviceOutOfMemory refused =
          catchThrowableOfType(DeviceOutOfMemory.class, () -> runtime.allocate(600 << 10));
      assertThat(refused.requestedBytes()).isEqualTo(600 << 10);
      assertThat(refused.freeBytes()).isEqualTo(512 << 10);
      assertThat(refused.budgetBytes()).isEqualTo(runtime.budgetBytes());
      assertThat(runtime.bytesAllocated()).isEqualTo(512 << 10);
      runtime.allocate(DType.F32, 10).close();
    }
  }

  @Test
  void anAllocationThatFailsLeavesNothing() {
    EmulatedDriver.failAllocation(2);
    runtime.allocate(10).close();
    assertThatThrownBy(() -> runtime.allocate(20)).isInstanceOf(DeviceOutOfMemory.class);
    assertThat(runtime.bytesAllocated()).isZero();
    assertThat(runtime.liveAllocations()).isZero();
    runtime.allocate(20).close();
  }

  /** A budget of its own, as a property sets it for the process. */
  @Test
  void theBudgetIsTheProcesses() {
    CudaContext context = runtime.context();
    DeviceHeap heap = new DeviceHeap(context, 1000, new AtomicInteger());
    try (DeviceMemory first = heap.allocate(600);
        DeviceMemory second = heap.allocate(400)) {
      assertThat(first.bytes() + second.bytes()).isEqualTo(heap.limit());
      DeviceOutOfMemory refused =
          catchThrowableOfType(DeviceOutOfMemory.class, () -> heap.allocate(1));
      assertThat(refused).hasMessageContaining("0 are free, and this process may use 1000");
    }
    heap.allocate(1000).close();
  }

  @Test
  void threadsAllocateAndFree() {
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 200; i++) {
                  runtime.allocate(i).close();
                }
              }));
    }
    threads.forEach(CompletableFuture::join);
    assertThat(runtime.liveAllocations()).isZero();
    assertThat(runtime.bytesAllocated()).isZero();
  }
}
