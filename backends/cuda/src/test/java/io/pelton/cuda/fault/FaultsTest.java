package io.pelton.cuda.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.FaultPoint;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.error.DeviceLost;
import io.pelton.engine.error.DeviceOutOfMemory;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.DeviceId;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Any one allocation, launch or copy of an executable's life fails: that is told by its typed
 * error, all that was opened can be closed and leaves nothing, and what is done next works.
 */
@ExtendWith(OnEmulatedDriver.class)
class FaultsTest {
  private static final DeviceId DEVICE = DeviceId.first("cuda");
  private static final int[] ROWS = {3, 1, 7, 7};

  private final CudaRuntime runtime = CudaRuntime.of(0);

  @AfterEach
  void nothingIsLeft() {
    assertThat(runtime.liveAllocations()).isZero();
    assertThat(runtime.liveQueues()).isZero();
    assertThat(runtime.bytesAllocated()).isZero();
    assertThat(runtime.bytesPinned()).isZero();
  }

  private static void live() {
    try (Classifier classifier = new Classifier(DEVICE)) {
      ExecutableGraph executable = classifier.open();
      for (int rows : ROWS) {
        assertThat(Classifier.run(executable, rows)).containsExactly(Classifier.expected(rows));
      }
    }
  }

  /**
   * Lives again and again, with the next event failing each time, until there is none.
   *
   * @return how many lives failed
   */
  private int failEach(LongConsumer fault, Class<? extends EngineException> error) {
    for (int nth = 1; ; nth++) {
      EmulatedDriver.reset();
      fault.accept(nth);
      Throwable failure = catchThrowable(FaultsTest::live);
      boolean isLastLife = failure == null;
      if (!isLastLife) {
        assertThat(failure).as("event %s", nth).isInstanceOf(error).hasMessageContaining("'cuda'");
      }
      nothingIsLeft();
      assertThat(EmulatedDriver.liveAllocations()).isZero();
      assertThat(EmulatedDriver.liveHostAllocations()).isZero();
      assertThat(EmulatedDriver.orphans()).isZero();
      EmulatedDriver.reset();
      live();
      if (isLastLife) {
        return nth - 1;
      }
    }
  }

  @Test
  void anyAllocationMayFail() {
    int failed = failEach(EmulatedDriver::failAllocation, DeviceOutOfMemory.class);
    assertThat(failed).isGreaterThan(2);
  }

  @Test
  void pinnedMemoryThatIsRefusedIsMadeUpFor() {
    for (int nth = 1; nth <= 2; nth++) {
      EmulatedDriver.failHostAllocation(nth);
      live();
    }
  }

  @ParameterizedTest
  @EnumSource(FaultPoint.class)
  void anyLaunchMayFail(FaultPoint point) {
    int failed = failEach(nth -> EmulatedDriver.failLaunch(nth, point), errorOf(point));
    assertThat(failed).isEqualTo(2 * ROWS.length);
  }

  @ParameterizedTest
  @EnumSource(FaultPoint.class)
  void anyCopyMayFail(FaultPoint point) {
    int failed = failEach(nth -> EmulatedDriver.failCopy(nth, point), errorOf(point));
    assertThat(failed).isGreaterThanOrEqualTo(2 * ROWS.length + 1);
  }

  private static Class<? extends EngineException> errorOf(FaultPoint point) {
    return point == FaultPoint.CALL ? DeviceFailure.class : DeviceLost.class;
  }

  @Test
  void anExecutableGoesOnAfterAFailureThatTheDeviceSurvives() {
    try (Classifier classifier = new Classifier(DEVICE)) {
      ExecutableGraph executable = classifier.open();
      Classifier.run(executable, 3);
      EmulatedDriver.failLaunch(2, FaultPoint.CALL);
      DeviceFailure failure =
          catchThrowableOfType(DeviceFailure.class, () -> Classifier.run(executable, 3));
      assertThat(failure.action()).startsWith("launch of 'softmax");
      assertThat(failure.code()).startsWith("CUDA_ERROR_");
      EmulatedDriver.failCopy(1, FaultPoint.CALL);
      assertThatThrownBy(() -> Classifier.run(executable, 3)).isInstanceOf(DeviceFailure.class);
      assertThat(Classifier.run(executable, 3)).containsExactly(Classifier.expected(3));
    }
  }

  @Test
  void aKernelThatFaultsIsNamedWhenTheRunIsWaitedFor() {
    try (Classifier classifier = new Classifier(DEVICE)) {
      ExecutableGraph executable = classifier.open();
      Classifier.run(executable, 3);
      EmulatedDriver.failLaunch(2, FaultPoint.EXECUTION);
      DeviceLost lost = catchThrowableOfType(DeviceLost.class, () -> Classifier.run(executable, 3));
      assertThat(lost.device()).isEqualTo("cuda");
      assertThat(lost.action()).startsWith("wait behind kernel 'softmax");
    }
  }
}
