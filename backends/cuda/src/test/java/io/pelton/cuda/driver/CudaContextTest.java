package io.pelton.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.error.DeviceLost;
import java.util.concurrent.CompletableFuture;
import jcuda.driver.CUcontext;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class CudaContextTest {
  private final CudaContext context = CudaDriver.context(0);

  private static CUcontext current() {
    CUcontext current = new CUcontext();
    assertThat(JCudaDriver.cuCtxGetCurrent(current)).isEqualTo(CUresult.CUDA_SUCCESS);
    return current;
  }

  @Test
  void isBoundToEachThread() {
    for (int i = 0; i < 2; i++) {
      CompletableFuture.runAsync(
              () -> {
                context.bind();
                assertThat(current()).isEqualTo(context.handle());
              })
          .join();
    }
    context.bind();
    JCudaDriver.cuCtxPopCurrent(new CUcontext());
    context.bind();
    assertThat(current()).as("remembered").isNotEqualTo(context.handle());
    CurrentContext.forget();
    context.bind();
    assertThat(current()).as("after a run").isEqualTo(context.handle());
  }

  @Test
  void aModuleThatIsMissingIsNamed() {
    DeviceFailure failure =
        catchThrowableOfType(DeviceFailure.class, () -> context.function("nothing", "f"));
    assertThat(failure.action()).isEqualTo("loading of module 'nothing'");
    assertThat(failure).hasMessageContaining("/io/pelton/cuda/ptx/nothing.ptx");
  }

  @Test
  void otherFailuresLeaveTheContextAlive() {
    assertThatThrownBy(() -> context.check(CUresult.CUDA_ERROR_INVALID_VALUE, "test"))
        .isInstanceOf(DeviceFailure.class)
        .hasMessage("Device 'cuda' failed at the test: CUDA_ERROR_INVALID_VALUE.");
    assertThatThrownBy(() -> context.check(123456, "test")).hasMessageContaining("code 123456");
    context.check(CUresult.CUDA_SUCCESS, "test");
    assertThat(context.isLost()).isFalse();
    assertThat(CudaDriver.context(0)).isSameAs(context);
  }

  @Test
  void aLostContextIsFollowedByAnother() {
    context.gate().enter();
    context.gate().leave();
    EmulatedDriver.loseDevice();
    assertThatThrownBy(() -> context.check(JCudaDriver.cuCtxSynchronize(), "synchronization"))
        .isInstanceOf(DeviceLost.class)
        .hasMessageContaining("noticed at the synchronization: CUDA_ERROR_DEVICE_UNAVAILABLE");
    assertThat(context.isLost()).isTrue();
    assertThat(context.loss()).isNotSameAs(context.loss()).hasMessage(context.loss().getMessage());
    assertThatThrownBy(() -> context.gate().enter())
        .isInstanceOf(DeviceLost.class)
        .hasMessage(context.loss().getMessage());
    CudaContext next = CudaDriver.context(0);
    assertThat(next.generation()).isEqualTo(context.generation() + 1);
    assertThat(context.gate().enterToRelease()).isFalse();
    next.gate().enter();
    try {
      next.check(JCudaDriver.cuCtxSynchronize(), "synchronization");
    } finally {
      next.gate().leave();
    }
  }

  /** Whoever is inside when others notice the loss is waited for. */
  @Test
  void aLostContextIsNotTakenDownUnderACall() {
    Gate gate = context.newGate();
    gate.enter();
    CompletableFuture<CudaContext> next;
    try {
      context.failure("test", CUresult.CUDA_ERROR_ILLEGAL_ADDRESS);
      next = CompletableFuture.supplyAsync(() -> CudaDriver.context(0));
      assertThat(JCudaDriver.cuCtxSynchronize()).isEqualTo(CUresult.CUDA_SUCCESS);
      assertThat(next).isNotDone();
    } finally {
      gate.leave();
      context.remove(gate);
    }
    assertThat(next.join().generation()).isEqualTo(context.generation() + 1);
  }
}
