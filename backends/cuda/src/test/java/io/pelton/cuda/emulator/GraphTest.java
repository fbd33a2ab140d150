package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class GraphTest {
  private static final int GLOBAL = CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_GLOBAL;
  private static final int THREAD = CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;

  private Session session;
  private CUstream stream;
  private final CUgraph graph = new CUgraph();

  @BeforeEach
  void open() {
    session = new Session("test_increment", "test_double");
    stream = session.stream();
  }

  @AfterEach
  void close() {
    session.close();
  }

  private CUgraphExec instantiate() {
    JCudaDriver.cuStreamEndCapture(stream, graph);
    CUgraphExec executable = new CUgraphExec();
    JCudaDriver.cuGraphInstantiate(executable, graph, 0);
    JCudaDriver.cuGraphDestroy(graph);
    return executable;
  }

  private void launch(CUstream where, String kernel, CUdeviceptr value) {
    session.launchIn(where, kernel, 1, 1, 0, value, 1);
  }

  @Test
  void repeatsWhatWasCaptured() {
    CUdeviceptr value = session.of(1);
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    launch(stream, "test_increment", value);
    launch(stream, "test_double", value);
    CUgraphExec executable = instantiate();
    assertThat(EmulatedDriver.launches()).isZero();
    JCudaDriver.cuGraphLaunch(executable, stream);
    JCudaDriver.cuGraphLaunch(executable, stream);
    assertThat(session.read(value, 1)).containsExactly(1);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(10);
    JCudaDriver.cuGraphExecDestroy(executable);
  }

  @Test
  void readsPinnedMemoryInEveryRun() {
    CUdeviceptr value = session.of(0);
    Pointer pinned = new Pointer();
    JCudaDriver.cuMemHostAlloc(pinned, 4, 0);
    ByteBuffer view = pinned.getByteBuffer(0, 4).order(ByteOrder.nativeOrder());
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    JCudaDriver.cuMemcpyHtoDAsync(value, pinned, 4, stream);
    launch(stream, "test_increment", value);
    CUgraphExec executable = instantiate();
    for (int i = 0; i < 3; i++) {
      view.putInt(0, 10 * i);
      JCudaDriver.cuGraphLaunch(executable, stream);
      JCudaDriver.cuStreamSynchronize(stream);
      assertThat(session.read(value, 1)).containsExactly(10 * i + 1);
    }
    JCudaDriver.cuGraphExecDestroy(executable);
    JCudaDriver.cuMemFreeHost(pinned);
  }

  @Test
  void takesInStreamsThatWaitForTheCapture() {
    CUstream side = session.stream();
    CUevent fork = new CUevent();
    CUevent join = new CUevent();
    JCudaDriver.cuEventCreate(fork, 0);
    JCudaDriver.cuEventCreate(join, 0);
    CUdeviceptr value = session.of(1);
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    launch(stream, "test_double", value);
    JCudaDriver.cuEventRecord(fork, stream);
    JCudaDriver.cuStreamWaitEvent(side, fork, 0);
    launch(side, "test_increment", value);
    JCudaDriver.cuEventRecord(join, side);
    JCudaDriver.cuStreamWaitEvent(stream, join, 0);
    launch(stream, "test_double", value);
    CUgraphExec executable = instantiate();
    JCudaDriver.cuGraphLaunch(executable, stream);
    JCudaDriver.cuStreamSynchronize(stream);
    assertThat(session.read(value, 1)).containsExactly(6);
    // The side stream is free again.
    launch(side, "test_increment", value);
    JCudaDriver.cuStreamSynchronize(side);
    assertThat(session.read(value, 1)).containsExactly(7);
    JCudaDriver.cuGraphExecDestroy(executable);
    JCudaDriver.cuEventDestroy(fork);
    JCudaDriver.cuEventDestroy(join);
  }

  @Test
  void doesNotEndWithWorkThatNobodyJoined() {
    CUstream side = session.stream();
    CUevent fork = new CUevent();
    JCudaDriver.cuEventCreate(fork, 0);
    CUdeviceptr value = session.of(1);
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    launch(stream, "test_double", value);
    JCudaDriver.cuEventRecord(fork, stream);
    JCudaDriver.cuStreamWaitEvent(side, fork, 0);
    launch(side, "test_increment", value);
    assertError("UNJOINED", () -> JCudaDriver.cuStreamEndCapture(stream, graph));
    JCudaDriver.cuEventDestroy(fork);
  }

  @Test
  void nothingIsAllocatedDuringACapture() {
    JCudaDriver.cuStreamBeginCapture(stream, GLOBAL);
    assertError("STREAM_CAPTURE_UNSUPPORTED", () -> session.allocate(1));
    assertError("INVALIDATED", () -> JCudaDriver.cuStreamEndCapture(stream, graph));
    session.allocate(1);
  }

  @Test
  void nobodyWaitsForAStreamThatCaptures() {
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    assertError("STREAM_CAPTURE_UNSUPPORTED", () -> JCudaDriver.cuStreamSynchronize(stream));
    int[] status = new int[1];
    JCudaDriver.cuStreamIsCapturing(stream, status);
    assertThat(status[0]).isEqualTo(2);
    assertError("INVALIDATED", () -> JCudaDriver.cuStreamEndCapture(stream, graph));
  }

  @Test
  void pageableMemoryIsNotCaptured() {
    CUdeviceptr value = session.of(1);
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    assertError(
        "STREAM_CAPTURE_UNSUPPORTED",
        () -> JCudaDriver.cuMemcpyHtoDAsync(value, Pointer.to(new int[1]), 4, stream));
    assertError("INVALIDATED", () -> JCudaDriver.cuStreamEndCapture(stream, graph));
  }

  @Test
  void aRunOnFreedMemoryIsAFault() {
    CUdeviceptr value = session.of(1);
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    launch(stream, "test_increment", value);
    CUgraphExec executable = instantiate();
    session.free(value);
    JCudaDriver.cuGraphLaunch(executable, stream);
    assertError("ILLEGAL_ADDRESS", () -> JCudaDriver.cuStreamSynchronize(stream));
    session.resetDevice();
  }

  @Test
  void graphsAreLaunchesToFaults() {
    CUdeviceptr value = session.of(1);
    JCudaDriver.cuStreamBeginCapture(stream, THREAD);
    launch(stream, "test_increment", value);
    CUgraphExec executable = instantiate();
    EmulatedDriver.failLaunch(1, FaultPoint.CALL);
    assertError("LAUNCH_OUT_OF_RESOURCES", () -> JCudaDriver.cuGraphLaunch(executable, stream));
    EmulatedDriver.failLaunch(1, FaultPoint.EXECUTION);
    JCudaDriver.cuGraphLaunch(executable, stream);
    assertError("LAUNCH_FAILED", () -> JCudaDriver.cuStreamSynchronize(stream));
    session.resetDevice();
  }
}
