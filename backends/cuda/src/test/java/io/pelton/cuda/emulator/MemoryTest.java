package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUDA_MEMCPY2D;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUmemorytype;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(OnEmulatedDriver.class)
class MemoryTest {
  private static final String[] KERNELS = {"test_write_at", "test_read_at", "test_increment"};

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 4095, 4096, 100_000})
  void holdsWhatIsCopied(int size) {
    try (Session session = new Session(KERNELS)) {
      byte[] bytes = new byte[size];
      for (int i = 0; i < size; i++) {
        bytes[i] = (byte) (i * 31);
      }
      CUdeviceptr first = session.allocate(size);
      CUdeviceptr second = session.allocate(size);
      JCudaDriver.cuMemcpyHtoD(first, Pointer.to(bytes), size);
      JCudaDriver.cuMemcpyDtoD(second, first, size);
      byte[] back = new byte[size];
      JCudaDriver.cuMemcpyDtoH(Pointer.to(back), second, size);
      assertThat(back).isEqualTo(bytes);
      assertThat(EmulatedDriver.liveAllocations()).isEqualTo(2);
      assertThat(EmulatedDriver.liveBytes()).isEqualTo(2L * size);
    }
  }

  @Test
  void holdsNoZeroesAtFirst() {
    try (Session session = new Session(KERNELS)) {
      for (int value : session.read(session.allocate(64), 16)) {
        assertThat(value).isIn(0xffffffff, 0x7f7f7f7f);
      }
    }
  }

  @Test
  void isFilled() {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr address = session.allocate(32);
      JCudaDriver.cuMemsetD32(address, 0x01020304, 8);
      JCudaDriver.cuMemsetD16(address, (short) 0x1112, 2);
      JCudaDriver.cuMemsetD8(address.withByteOffset(30), (byte) 0x21, 2);
      assertThat(session.read(address, 8))
          .containsExactly(
              0x11121112,
              0x01020304,
              0x01020304,
              0x01020304,
              0x01020304,
              0x01020304,
              0x01020304,
              0x21210304);
    }
  }

  @Test
  void copiesRowsOfAPitch() {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr matrix = session.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
      CUdeviceptr columns = session.of(0, 0, 0, 0, 0, 0);
      CUDA_MEMCPY2D copy = new CUDA_MEMCPY2D();
      copy.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
      copy.srcDevice = matrix;
      copy.srcPitch = 12;
      copy.srcXInBytes = 4;
      copy.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
      copy.dstDevice = columns;
      copy.dstPitch = 8;
      copy.WidthInBytes = 8;
      copy.Height = 3;
      JCudaDriver.cuMemcpy2DAsync(copy, null);
      assertThat(session.read(columns, 6)).containsExactly(2, 3, 5, 6, 8, 9);
    }
  }

  @Test
  void pinnedMemoryIsReadAndWrittenByJava() {
    try (Session session = new Session(KERNELS)) {
      Pointer pinned = new Pointer();
      JCudaDriver.cuMemHostAlloc(pinned, 16, 0);
      ByteBuffer view = pinned.getByteBuffer(0, 16).order(ByteOrder.nativeOrder());
      view.putInt(0, 41).putInt(4, 42);
      CUdeviceptr address = session.allocate(8);
      JCudaDriver.cuMemcpyHtoD(address, pinned, 8);
      assertThat(session.read(address, 2)).containsExactly(41, 42);
      assertThat(EmulatedDriver.liveHostAllocations()).isEqualTo(1);
      JCudaDriver.cuMemFreeHost(pinned);
      assertThat(EmulatedDriver.liveHostAllocations()).isZero();
    }
  }

  @Test
  void copiesStayInsideOfPinnedMemory() {
    try (Session session = new Session(KERNELS)) {
      Pointer pinned = new Pointer();
      JCudaDriver.cuMemAllocHost(pinned, 16);
      CUdeviceptr address = session.allocate(32);
      assertError("INVALID_VALUE", () -> JCudaDriver.cuMemcpyHtoD(address, pinned, 17));
      assertError("INVALID_VALUE", () -> JCudaDriver.cuMemcpyHtoDAsync(address, address, 8, null));
      JCudaDriver.cuMemFreeHost(pinned);
    }
  }

  @Test
  void pinnedMemoryIsNotWrittenAfterItsRelease() {
    try (Session session = new Session(KERNELS)) {
      Pointer pinned = new Pointer();
      JCudaDriver.cuMemAllocHost(pinned, 16);
      ByteBuffer view = pinned.getByteBuffer(0, 16);
      session.allocate(1);
      JCudaDriver.cuMemFreeHost(pinned);
      assertThat(EmulatedDriver.guardViolations()).isEmpty();
      view.put(3, (byte) 0);
      assertThat(EmulatedDriver.guardViolations()).hasSize(1);
      assertThat(EmulatedDriver.guardViolations().get(0))
          .contains("of 16 bytes was written after its release");
      EmulatedDriver.reset();
    }
  }

  @Test
  void tellsWhatIsFree() {
    EmulatedDriver.memory(1 << 20);
    try (Session session = new Session(KERNELS)) {
      long[] free = new long[1];
      long[] total = new long[1];
      session.allocate(1000);
      JCudaDriver.cuMemGetInfo(free, total);
      assertThat(total[0]).isEqualTo(1 << 20);
      assertThat(free[0]).isEqualTo((1 << 20) - 1024);
      assertError("OUT_OF_MEMORY", () -> session.allocate(free[0] + 1));
      session.allocate(free[0]);
      assertError("OUT_OF_MEMORY", () -> session.allocate(1));
    }
  }

  @Test
  void copiesOutsideOfAllocationsAreRefused() {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr address = session.allocate(64);
      int[] host = new int[17];
      assertError("INVALID_VALUE", () -> JCudaDriver.cuMemcpyHtoD(address, Pointer.to(host), 65));
      assertError(
          "INVALID_VALUE",
          () -> JCudaDriver.cuMemcpyDtoH(Pointer.to(host), address.withByteOffset(60), 8));
      assertError("INVALID_VALUE", () -> JCudaDriver.cuMemsetD8(address, (byte) 0, 65));
      assertThat(EmulatedDriver.lastFailure()).contains("65 bytes", "of 64 bytes");
    }
  }

  @Test
  void freedMemoryIsNotUsedAgain() {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr address = session.allocate(64);
      session.free(address);
      int[] host = new int[16];
      assertError("INVALID_VALUE", () -> JCudaDriver.cuMemcpyDtoH(Pointer.to(host), address, 64));
      assertThat(EmulatedDriver.lastFailure()).contains("which was freed");
      assertError("INVALID_VALUE", () -> JCudaDriver.cuMemFree(address));
      assertError("INVALID_VALUE", () -> session.allocate(0));
    }
  }

  @Test
  void kernelsMayNotWriteIntoTheGuardZones() {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr address = session.allocate(100);
      session.launch("test_write_at", 1, 1, 0, address, 103L);
      session.launch("test_write_at", 1, 1, 0, address, -1L);
      JCudaDriver.cuCtxSynchronize();
      List<String> violations = EmulatedDriver.guardViolations();
      assertThat(violations).hasSize(2);
      assertThat(violations.get(0))
          .contains("of 100 bytes was overrun 1 to 1 bytes before it", "test_write_at");
      assertThat(violations.get(1)).contains("3 to 3 bytes behind its end");
      EmulatedDriver.reset();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {256, 4000, -5000})
  void kernelsMayNotReadFarOutside(long offset) {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr address = session.allocate(256);
      CUdeviceptr into = session.allocate(1);
      session.launch("test_read_at", 1, 1, 0, address, offset, into);
      assertError("ILLEGAL_ADDRESS", JCudaDriver::cuCtxSynchronize);
      assertThat(EmulatedDriver.guardViolations()).hasSize(1);
      assertThat(EmulatedDriver.guardViolations().get(0))
          .contains("test_read_at", "thread (0, 0, 0)");
      assertError("ILLEGAL_ADDRESS", () -> session.allocate(1));
      session.resetDevice();
      EmulatedDriver.reset();
    }
  }

  @Test
  void kernelsMayNotUseFreedMemory() {
    try (Session session = new Session(KERNELS)) {
      CUdeviceptr address = session.of(1, 2, 3);
      session.free(address);
      session.launch("test_increment", 1, 32, 0, address, 3);
      assertError("ILLEGAL_ADDRESS", JCudaDriver::cuCtxSynchronize);
      assertThat(EmulatedDriver.lastFailure())
          .contains("parameter 0 of test_increment", "which was freed");
      session.resetDevice();
    }
  }
}
