package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class StreamTest {
  private Session session;
  private CUstream stream;
  private final Pointer pinned = new Pointer();
  private ByteBuffer view;
  private final CUevent event = new CUevent();

  @BeforeEach
  void open() {
    session = new Session("test_increment");
    stream = session.stream();
    JCudaDriver.cuMemHostAlloc(pinned, 4, 0);
    view = pinned.getByteBuffer(0, 4).order(ByteOrder.nativeOrder());
    JCudaDriver.cuEventCreate(event, 0);
  }

  @AfterEach
  void close() {
    JCudaDriver.cuEventDestroy(event);
    JCudaDriver.cuMemFreeHost(pinned);
    session.close();
  }

  private void increment(CUstream where, CUdeviceptr value) {
    session.launchIn(where, "test_increment", 1, 1, 0, value, 1);
  }

  @Test
  void workWaitsUntilSomeoneWaitsForIt() {
    CUdeviceptr value = session.of(1);
    increment(stream, value);
    assertThat(EmulatedDriver.launches()).isZero();
    // The stream does not block the legacy one, in which this copies.
    assertThat(session.read(value, 1)).containsExactly(1);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(2);
  }

  @Test
  void isEagerOnRequest() {
    EmulatedDriver.lazy(false);
    CUdeviceptr value = session.of(1);
    increment(stream, value);
    assertThat(session.read(value, 1)).containsExactly(2);
  }

  @Test
  void copiesInTheLegacyStreamWaitForBlockingStreams() {
    CUstream blocking = new CUstream();
    JCudaDriver.cuStreamCreate(blocking, 0);
    CUdeviceptr value = session.of(1);
    increment(blocking, value);
    increment(null, value);
    increment(blocking, value);
    assertThat(session.read(value, 1)).containsExactly(4);
    JCudaDriver.cuStreamDestroy(blocking);
  }

  @Test
  void pinnedMemoryIsReadWhenTheCopyRuns() {
    CUdeviceptr value = session.of(0);
    view.putInt(0, 5);
    JCudaDriver.cuMemcpyHtoDAsync(value, pinned, 4, stream);
    view.putInt(0, 6);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(6);
  }

  @Test
  void pageableMemoryIsReadAtTheCall() {
    CUdeviceptr value = session.of(0);
    int[] host = {5};
    JCudaDriver.cuMemcpyHtoDAsync(value, Pointer.to(host), 4, stream);
    host[0] = 6;
    assertThat(session.read(value, 1)).containsExactly(0);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(5);
  }

  @Test
  void pinnedMemoryIsWrittenWhenTheCopyRuns() {
    CUdeviceptr value = session.of(7);
    view.putInt(0, 1);
    JCudaDriver.cuMemcpyDtoHAsync(pinned, value, 4, stream);
    assertThat(view.getInt(0)).isEqualTo(1);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(view.getInt(0)).isEqualTo(7);
  }

  @Test
  void pageableMemoryIsWrittenBeforeTheCallReturns() {
    CUdeviceptr value = session.of(7);
    increment(stream, value);
    int[] host = new int[1];
    JCudaDriver.cuMemcpyDtoHAsync(Pointer.to(host), value, 4, stream);
    assertThat(host).containsExactly(8);
  }

  @Test
  void eventsOrderStreams() {
    CUstream second = session.stream();
    CUdeviceptr value = session.of(0);
    view.putInt(0, 10);
    JCudaDriver.cuMemcpyHtoDAsync(value, pinned, 4, stream);
    JCudaDriver.cuEventRecord(event, stream);
    JCudaDriver.cuStreamWaitEvent(second, event, 0);
    increment(second, value);
    // What follows in the first stream is not waited for.
    increment(stream, value);
    JCudaDriver.cuStreamSynchronize(second);
    assertThat(session.read(value, 1)).containsExactly(11);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(12);
  }

  @Test
  void withoutAnEventNothingIsOrdered() {
    CUstream second = session.stream();
    CUdeviceptr value = session.of(0);
    view.putInt(0, 10);
    JCudaDriver.cuMemcpyHtoDAsync(value, pinned, 4, stream);
    increment(second, value);
    JCudaDriver.cuStreamSynchronize(second);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(10);
  }

  @Test
  void aWaitKeepsToTheRecordOfItsTime() {
    CUstream second = session.stream();
    CUdeviceptr value = session.of(0);
    increment(stream, value);
    JCudaDriver.cuEventRecord(event, stream);
    JCudaDriver.cuStreamWaitEvent(second, event, 0);
    increment(stream, value);
    JCudaDriver.cuEventRecord(event, stream);
    JCudaDriver.cuStreamSynchronize(second);
    assertThat(EmulatedDriver.launches()).isEqualTo(1);
    JCudaDriver.cuEventSynchronize(event);
    assertThat(EmulatedDriver.launches()).isEqualTo(2);
  }

  @Test
  void askingAgainAndAgainGetsDone() {
    CUdeviceptr value = session.of(0);
    increment(stream, value);
    increment(stream, value);
    JCudaDriver.cuEventRecord(event, stream);
    JCudaDriver.setExceptionsEnabled(false);
    int asked = 0;
    while (JCudaDriver.cuEventQuery(event) == CUresult.CUDA_ERROR_NOT_READY) {
      asked++;
    }
    JCudaDriver.setExceptionsEnabled(true);
    assertThat(asked).isEqualTo(3);
    assertThat(JCudaDriver.cuStreamQuery(stream)).isZero();
    assertThat(session.read(value, 1)).containsExactly(2);
  }

  @Test
  void eventsTellTheTime() {
    CUevent end = new CUevent();
    JCudaDriver.cuEventCreate(end, 0);
    CUdeviceptr value = session.of(0);
    JCudaDriver.cuEventRecord(event, stream);
    increment(stream, value);
    JCudaDriver.cuEventRecord(end, stream);
    float[] milliseconds = new float[1];
    assertError("NOT_READY", () -> JCudaDriver.cuEventElapsedTime(milliseconds, event, end));
    JCudaDriver.cuEventSynchronize(end);
    JCudaDriver.cuEventElapsedTime(milliseconds, event, end);
    assertThat(milliseconds[0]).isPositive();
    JCudaDriver.cuEventDestroy(end);
  }

  @Test
  void aDestroyedStreamStillDoesItsWork() {
    CUstream gone = new CUstream();
    JCudaDriver.cuStreamCreate(gone, 1);
    CUdeviceptr value = session.of(1);
    increment(gone, value);
    JCudaDriver.cuStreamDestroy(gone);
    assertError("INVALID_HANDLE", () -> increment(gone, value));
    JCudaDriver.cuCtxSynchronize();
    assertThat(session.read(value, 1)).containsExactly(2);
  }

  @Test
  void argumentsAreCopiedAtTheLaunch() {
    CUdeviceptr value = session.of(1, 1);
    ByteBuffer count = ByteBuffer.allocateDirect(4).order(ByteOrder.nativeOrder()).putInt(0, 1);
    Pointer arguments = Pointer.to(Pointer.to(value), Pointer.to(count));
    JCudaDriver.cuLaunchKernel(
        session.function("test_increment"), 1, 1, 1, 2, 1, 1, 0, stream, arguments, null);
    count.putInt(0, 2);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 2)).containsExactly(2, 1);
  }

  @Test
  void freeingWaitsForWork() {
    CUdeviceptr value = session.of(1);
    increment(stream, value);
    session.free(value);
    assertThat(EmulatedDriver.launches()).isEqualTo(1);
  }
}
