package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class ContextTest {
  private static void inAnotherThread(Runnable body) throws InterruptedException {
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = new Thread(body);
    thread.setUncaughtExceptionHandler((t, e) -> thrown.add(e));
    thread.start();
    thread.join();
    assertThat(thrown).isEmpty();
  }

  @Test
  void isCurrentOnOneThreadOnly() throws InterruptedException {
    try (Session session = new Session()) {
      inAnotherThread(
          () -> {
            assertError("INVALID_CONTEXT", () -> session.allocate(1));
            JCudaDriver.cuCtxSetCurrent(session.context());
            JCudaDriver.cuMemFree(allocated(1));
          });
      assertThat(EmulatedDriver.contextMisuses()).hasSize(1);
      assertThat(EmulatedDriver.contextMisuses().get(0)).startsWith("cuMemAlloc: no context");
      EmulatedDriver.reset();
    }
  }

  private static CUdeviceptr allocated(long size) {
    CUdeviceptr address = new CUdeviceptr();
    JCudaDriver.cuMemAlloc(address, size);
    return address;
  }

  @Test
  void resourcesBelongToTheirs() {
    EmulatedDriver.devices(2);
    try (Session session = new Session()) {
      CUdeviceptr there = session.allocate(4);
      CUstream stream = session.stream();
      CUdevice device = new CUdevice();
      JCudaDriver.cuDeviceGet(device, 1);
      CUcontext other = new CUcontext();
      JCudaDriver.cuDevicePrimaryCtxRetain(other, device);
      JCudaDriver.cuCtxPushCurrent(other);
      CUdeviceptr here = allocated(4);
      assertError(
          "INVALID_HANDLE", () -> JCudaDriver.cuMemcpyDtoH(Pointer.to(new int[1]), there, 4));
      assertError("INVALID_HANDLE", () -> JCudaDriver.cuMemsetD8Async(here, (byte) 1, 4, stream));
      assertError("INVALID_HANDLE", () -> JCudaDriver.cuMemFree(there));
      assertThat(EmulatedDriver.contextMisuses())
          .containsExactly(
              "cuMemcpyDtoH: the memory belongs to another context",
              "cuMemsetD8Async: the stream belongs to another context",
              "cuMemFree: the memory belongs to another context");
      EmulatedDriver.reset();
      EmulatedDriver.devices(2);
      JCudaDriver.cuMemcpyPeerAsync(here, other, there, session.context(), 4, null);
      JCudaDriver.cuCtxSynchronize();
      JCudaDriver.cuMemFree(here);
      JCudaDriver.cuCtxPopCurrent(other);
      JCudaDriver.cuDevicePrimaryCtxRelease(device);
    }
  }

  @Test
  void isGoneWhenEveryoneReleasedIt() {
    Session session = new Session();
    session.allocate(16);
    CUcontext context = session.context();
    JCudaDriver.cuDevicePrimaryCtxRelease(session.device());
    assertThat(EmulatedDriver.liveAllocations()).isZero();
    assertThat(EmulatedDriver.orphans()).isEqualTo(1);
    JCudaDriver.cuCtxSetCurrent(context);
    assertError("CONTEXT_IS_DESTROYED", () -> allocated(1));
    assertThat(EmulatedDriver.contextMisuses()).hasSize(1);
    JCudaDriver.cuCtxSetCurrent(new CUcontext());
    EmulatedDriver.reset();
  }

  @Test
  void tellsItsState() {
    try (Session session = new Session()) {
      int[] flags = new int[1];
      int[] active = new int[1];
      JCudaDriver.cuDevicePrimaryCtxGetState(session.device(), flags, active);
      assertThat(active[0]).isEqualTo(1);
      CUdevice device = new CUdevice();
      JCudaDriver.cuCtxGetDevice(device);
      assertThat(device).isEqualTo(session.device());
      CUcontext current = new CUcontext();
      JCudaDriver.cuCtxGetCurrent(current);
      assertThat(current).isEqualTo(session.context());
    }
  }
}
