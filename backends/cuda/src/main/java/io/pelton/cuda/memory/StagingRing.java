package io.pelton.cuda.memory;

import io.pelton.engine.error.EngineException;
import java.util.ArrayDeque;
import java.util.Queue;
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
  private final Queue<StagingChunk> free = new ArrayDeque<>(MAX_CHUNKS);
  private final Queue<StagingChunk> sealed = new ArrayDeque<>(MAX_CHUNKS);
  private StagingChunk current;

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
    if (current == null || current.room() < room) {
      seal();
      current = next();
    }
    return current;
  }

  private void seal() {
    if (current != null) {
      current.seal();
      sealed.add(current);
      current = null;
    }
  }

  private StagingChunk next() {
    if (!free.isEmpty()) {
      return free.remove();
    }
    boolean mayGrow = sealed.size() < MAX_CHUNKS;
    if (mayGrow && (sealed.isEmpty() || !sealed.element().isDone())) {
      StagingChunk added = grow();
      if (added != null) {
        return added;
      }
      if (sealed.isEmpty()) {
        throw heap.outOfMemory(LEAST_BYTES);
      }
    }
    return recycle();
  }

  private StagingChunk recycle() {
    StagingChunk oldest = sealed.element();
    oldest.await();
    EngineException failure = oldest.deliver();
    sealed.remove();
    if (failure != null) {
      free.add(oldest);
      throw failure;
    }
    return oldest;
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
   * Hands out all that was downloaded, in order; the stream has done everything.
   *
   * @throws EngineException what failed first
   */
  void deliver() {
    EngineException failure = null;
    unseal();
    for (StagingChunk chunk : free) {
      EngineException other = chunk.deliver();
      failure = failure == null ? other : failure;
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Forgets all that was downloaded; the stream does nothing any more. */
  void forget() {
    unseal();
    free.forEach(StagingChunk::forget);
  }

  /** Free chunks again in the order in which they were filled, so that the next run fills alike. */
  private void unseal() {
    int untouched = free.size();
    free.addAll(sealed);
    sealed.clear();
    if (current != null) {
      free.add(current);
      current = null;
    }
    for (int i = 0; i < untouched; i++) {
      free.add(free.remove());
    }
  }

  /** Frees all chunks, which nobody uses any more. */
  void close(Release release) {
    unseal();
    free.forEach(chunk -> chunk.free(heap, release));
    free.clear();
  }

  /** Drops chunks that went with their context. */
  void abandon() {
    unseal();
    free.forEach(chunk -> heap.forget(chunk.size()));
    free.clear();
  }
}
