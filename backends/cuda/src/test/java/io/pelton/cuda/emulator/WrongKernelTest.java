package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(OnEmulatedDriver.class)
class WrongKernelTest {
  private static void assertFault(Session session, String error, String... reason) {
    assertError(error, JCudaDriver::cuCtxSynchronize);
    assertThat(EmulatedDriver.lastFailure()).contains(reason);
    assertError(error, JCudaDriver::cuCtxSynchronize);
    session.resetDevice();
    EmulatedDriver.reset();
  }

  @Test
  void barriersAreForAllThreads() {
    try (Session session = new Session("test_divergent")) {
      session.launch("test_divergent", 2, 32, 0, session.of(new int[32]));
      assertFault(
          session,
          "LAUNCH_FAILED",
          "kernel test_divergent: divergent barrier: 8 of 32 threads of block (0, 0, 0) wait");
    }
  }

  @Test
  void aFaultLeavesNothingBehindForTheNextKernel() {
    try (Session session = new Session("test_divergent")) {
      session.launch("test_divergent", 1, 32, 0, session.of(new int[32]));
      assertFault(session, "LAUNCH_FAILED", "divergent");
    }
    try (Session session = new Session("test_block_sum")) {
      int[] ones = new int[256];
      Arrays.fill(ones, 1);
      CUdeviceptr sum = session.of(0);
      session.launch("test_block_sum", 1, 256, 0, session.of(ones), sum);
      assertThat(session.read(sum, 1)).containsExactly(256);
    }
  }

  @Test
  void divisionByZeroIsAFault() {
    try (Session session = new Session("test_divide")) {
      session.launch("test_divide", 1, 1, 0, session.of(1), 0);
      assertFault(session, "LAUNCH_FAILED", "integer division by zero");
    }
  }

  @Test
  void vectorsAreLoadedFromAlignedAddresses() {
    try (Session session = new Session("test_load_vector")) {
      CUdeviceptr values = session.of(1, 2, 3, 4, 5, 6, 7, 8);
      CUdeviceptr into = session.allocate(16);
      session.launch("test_load_vector", 1, 1, 0, values.withByteOffset(16), into);
      assertThat(session.read(into, 4)).containsExactly(5, 6, 7, 8);
      session.launch("test_load_vector", 1, 1, 0, values.withByteOffset(4), into);
      assertFault(session, "MISALIGNED_ADDRESS", "test_load_vector", "misaligned");
    }
  }

  @Test
  void arraysHaveBounds() {
    try (Session session = new Session("test_beyond_array")) {
      session.launch("test_beyond_array", 1, 1, 0, session.of(0), 4);
      assertFault(session, "MISALIGNED_ADDRESS", "an index beyond an array");
    }
  }

  @Test
  void dynamicSharedMemoryEndsWhereTheLaunchSays() {
    try (Session session = new Session("test_reverse_in_shared")) {
      session.launch("test_reverse_in_shared", 1, 64, 128, session.of(new int[64]));
      assertFault(session, "ILLEGAL_ADDRESS", "test_reverse_in_shared");
    }
  }

  @Test
  void pointersOfTheHostAreFaults() {
    try (Session session = new Session("test_increment")) {
      Pointer host = Pointer.to(ByteBuffer.allocateDirect(16));
      session.launch("test_increment", 1, 1, 0, host, 1);
      assertFault(
          session,
          "ILLEGAL_ADDRESS",
          "parameter 0 of test_increment",
          "outside of every allocation");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 1, 1, 0",
    "1, 1, 1, 0, 1, 1, 0",
    "1, 1, 1, 1025, 1, 1, 0",
    "1, 1, 1, 32, 33, 1, 0",
    "1, 1, 1, 1, 1, 65, 0",
    "1, 65536, 1, 1, 1, 1, 0",
    "1, 1, 65536, 1, 1, 1, 0",
    "1, 1, 1, 1, 1, 1, 49153"
  })
  void geometryHasLimits(int gx, int gy, int gz, int bx, int by, int bz, int shared) {
    try (Session session = new Session("test_increment")) {
      CUfunction function = session.function("test_increment");
      Pointer arguments = Session.arguments(session.of(1), 1);
      assertError(
          "INVALID_VALUE",
          () ->
              JCudaDriver.cuLaunchKernel(
                  function, gx, gy, gz, bx, by, bz, shared, null, arguments, null));
    }
  }

  @Test
  void moreSharedMemoryIsForThoseWhoAsk() {
    try (Session session = new Session("test_increment")) {
      JCudaDriver.cuFuncSetAttribute(
          session.function("test_increment"),
          CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
          100_000);
      CUdeviceptr value = session.of(1);
      session.launch("test_increment", 1, 1, 100_000, value, 1);
      assertThat(session.read(value, 1)).containsExactly(2);
    }
  }

  @Test
  void modulesAreRefusedForWhatIsWrongWithThem() {
    try (Session session = new Session("test_increment")) {
      assertError("NOT_FOUND", () -> session.function("test_add"));
      assertRefused("INVALID_PTX", Session.ptx("no_such_kernel"));
      assertRefused("INVALID_PTX", "nothing\0".getBytes(StandardCharsets.US_ASCII));
      assertRefused(
          "UNSUPPORTED_PTX_VERSION",
          ".version 9.0\n.target sm_80\n\0".getBytes(StandardCharsets.US_ASCII));
      assertRefused(
          "NO_BINARY_FOR_GPU",
          ".version 8.0\n.target sm_90\n\0".getBytes(StandardCharsets.US_ASCII));
      assertThat(EmulatedDriver.liveModules()).isEqualTo(1);
    }
  }

  private static void assertRefused(String error, byte[] image) {
    assertError(error, () -> JCudaDriver.cuModuleLoadData(new CUmodule(), image));
  }

  @Test
  void theExtensionFailsWhatLeaksOrOverruns() {
    OnEmulatedDriver extension = new OnEmulatedDriver();
    try (Session session = new Session("test_write_at")) {
      extension.beforeEach(null);
      CUdeviceptr address = session.allocate(10);
      session.launch("test_write_at", 1, 1, 0, address, 10L);
      JCudaDriver.cuCtxSynchronize();
      assertThatThrownBy(() -> extension.afterEach(null))
          .isInstanceOf(AssertionError.class)
          .hasMessageContainingAll(
              "of 10 bytes was overrun 0 to 0 bytes behind its end",
              "allocations of device memory",
              "of 10 bytes");
      OnEmulatedDriver.rebase();
      extension.afterEach(null);
    }
    OnEmulatedDriver.rebase();
  }
}
