package io.pelton.cuda.memory;

import io.pelton.engine.error.EngineException;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** A piece of pinned memory that copies fill from its start, until it is sealed. */
final class StagingChunk {
  /** Copies start at multiples of this. */
  private static final int ALIGNMENT = 64;

  private final CudaStream stream;
  private final PinnedPointer pointer;
  private final int size;
  private final CUevent event;
  private final PinnedBytes memory;
  private final List<Download> downloads = new ArrayList<>();
  private int position;
  private int pending;

  /**
   * @param event recorded behind the last copy
   */
  StagingChunk(CudaStream stream, PinnedPointer pointer, int size, CUevent event) {
    this.stream = stream;
    this.pointer = pointer;
    this.size = size;
    this.event = event;
    this.memory = new PinnedBytes(pointer.getByteBuffer(0, size));
  }

  int size() {
    return size;
  }

  int room() {
    return size - position;
  }

  PinnedBytes memory() {
    return memory;
  }

  /** The byte at which the next copy starts. */
  int position() {
    return position;
  }

  /** Where the driver sees the next copy. */
  long address() {
    return pointer.address() + position;
  }

  /** Takes the next bytes. */
  void take(int bytes) {
    position = Math.min(size, (position + bytes + ALIGNMENT - 1) & -ALIGNMENT);
  }

  /** Notes what becomes of the next bytes once the device has copied them here. */
  Download addDownload() {
    if (pending == downloads.size()) {
      downloads.add(new Download());
    }
    return downloads.get(pending++);
  }

  /** No more copies until all are done. */
  void seal() {
    stream.check(JCudaDriver.cuEventRecord(event, stream.handle()), "recording of an event");
  }

  /** True when all copies of the sealed chunk are done. */
  boolean isDone() {
    int code = JCudaDriver.cuEventQuery(event);
    if (code == CUresult.CUDA_ERROR_NOT_READY) {
      return false;
    }
    stream.check(code, "query of an event");
    return true;
  }

  /** Waits until all copies of the sealed chunk are done. */
  void await() {
    stream.check(JCudaDriver.cuEventSynchronize(event), "wait for copies");
  }

  /**
   * Hands out what was downloaded; all copies are done.
   *
   * @return what failed first, or null
   */
  EngineException deliver() {
    EngineException failure = null;
    for (int i = 0; i < pending; i++) {
      try {
        downloads.get(i).deliver(memory);
      } catch (EngineException e) {
        failure = failure == null ? e : failure;
      }
    }
    forget();
    return failure;
  }

  /** Empties it, without delivering. */
  void forget() {
    for (int i = 0; i < pending; i++) {
      downloads.get(i).forget();
    }
    pending = 0;
    position = 0;
  }

  void free(PinnedHeap heap, Release release) {
    release.note(JCudaDriver.cuEventDestroy(event), "release of an event");
    heap.free(pointer, size, release);
  }
}
