package io.pelton.cuda.memory;

import io.pelton.engine.error.EngineException;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * Chunks of pinned memory through which the copies of one queue go. They are used one after the
 * other, each again when the device is done with it; there are none before the first copy.
 */
final class StagingRing {
  /** Half of the largest copy for which doubling it gains anything on the link. */
  static final int CHUNK_BYTES = 1 << 20;

  /** What every chunk has at least. */
  static final int LEAST_BYTES = 64 << 10;

  static final int MAX_CHUNKS = 4;

  private final CudaStream stream;
  private final PinnedHeap heap;
  private final StagingChunk[] chunks = new StagingChunk[MAX_CHUNKS];
  private int count;

  /**
   * Those that copies fill or have filled are the ones from the oldest on, round to the current.
   */
  private int oldest;

  private int inUse;
  private int current = -1;

  StagingRing(CudaStream stream, PinnedHeap heap) {
    this.stream = stream;
    this.heap = heap;
  }

  /**
   * A chunk for the next copy.
   *
   * @param room that it has to have, at most {@link #LEAST_BYTES}
   * @throws io.pelton.engine.error.DeviceOutOfMemory when there is no pinned memory at all
   */
  StagingChunk chunk(int room) {
    if (inUse == 0 || chunks[current].room() < room) {
      if (inUse > 0) {
        chunks[current].seal();
      }
      current = next();
      inUse++;
    }
    return chunks[current];
  }

  private int next() {
    int next = inUse == 0 ? 0 : current + 1;
    if (next == count && count < MAX_CHUNKS && (inUse == 0 || !chunks[oldest].isDone())) {
      StagingChunk added = grow();
      if (added != null) {
        chunks[count++] = added;
      } else if (count == 0) {
        throw heap.outOfMemory(LEAST_BYTES);
      }
    }
    next = next < count ? next : 0;
    if (inUse > 0 && next == oldest) {
      recycleOldest();
    }
    return next;
  }

  private void recycleOldest() {
    chunks[oldest].await();
    EngineException failure = chunks[oldest].deliver();
    oldest = (oldest + 1) % count;
    inUse--;
    if (failure != null) {
      throw failure;
    }
  }

  /** Null when there is no memory for even the smallest one. */
  private StagingChunk grow() {
    for (int size = CHUNK_BYTES; size >= LEAST_BYTES; size /= 2) {
      PinnedPointer pointer = heap.allocate(size);
      if (pointer != null) {
        return chunk(pointer, size);
      }
    }
    return null;
  }

  private StagingChunk chunk(PinnedPointer pointer, int size) {
    CUevent event = new CUevent();
    int code = JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING);
    if (code != CUresult.CUDA_SUCCESS) {
      heap.free(pointer, size, new Release(stream.context()));
      throw stream.failure(code, "creation of an event");
    }
    return new StagingChunk(stream, pointer, size, event);
  }

  /**
   * Hands out all that was downloaded, in order; the stream has done everything. The next run fills
   * the chunks as this one did.
   *
   * @throws EngineException what failed first
   */
  void deliver() {
    EngineException failure = null;
    for (int i = 0; i < inUse; i++) {
      EngineException other = chunks[(oldest + i) % count].deliver();
      failure = failure == null ? other : failure;
    }
    restart();
    if (failure != null) {
      throw failure;
    }
  }

  /** Forgets all that was downloaded; the stream does nothing any more. */
  void forget() {
    for (int i = 0; i < count; i++) {
      chunks[i].forget();
    }
    restart();
  }

  private void restart() {
    oldest = 0;
    inUse = 0;
    current = -1;
  }

  /** Frees all chunks, which nobody uses any more. */
  void close(Release release) {
    restart();
    while (count > 0) {
      chunks[--count].free(heap, release);
      chunks[count] = null;
    }
  }

  /** Drops chunks that went with their context. */
  void abandon() {
    restart();
    while (count > 0) {
      heap.forget(chunks[--count].size());
      chunks[count] = null;
    }
  }
}
