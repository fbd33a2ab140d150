package io.pelton.arrow.dataset;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.Reservation;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.jni.ReservationListener;

/**
 * A native memory pool whose bytes count in the allocator of the reader that has it.
 *
 * <p>Native threads may free memory after a scan was closed, and would crash on a pool that is
 * gone. A pool is therefore never released; the next reader gets it once it is empty.
 */
final class NativeMemory implements ReservationListener {
  private static final List<NativeMemory> IDLE = new ArrayList<>();

  private final NativeMemoryPool pool;
  private long reserved;
  private Use use;

  private NativeMemory() {
    this.pool = NativeMemoryPool.createListenable(this);
  }

  /**
   * A pool for one reader.
   *
   * @param charge closed with the use
   */
  static Use acquire(Reservation charge) {
    NativeMemory memory = idle();
    synchronized (memory) {
      memory.use = memory.new Use(charge);
      return memory.use;
    }
  }

  private static NativeMemory idle() {
    synchronized (IDLE) {
      for (int i = 0; i < IDLE.size(); i++) {
        if (IDLE.get(i).pool.getBytesAllocated() == 0) {
          return IDLE.remove(i);
        }
      }
    }
    return new NativeMemory();
  }

  @Override
  public synchronized void reserve(long bytes) {
    reserved += bytes;
    settle();
  }

  @Override
  public synchronized void unreserve(long bytes) {
    reserved -= bytes;
    settle();
  }

  private void settle() {
    if (use != null) {
      use.settle();
    }
  }

  /**
   * One reader's use of the pool. What Java has imported is charged as the buffers of batches, so
   * that only the rest is charged here.
   */
  final class Use implements AutoCloseable {
    private final Reservation charge;
    private long imported;
    private AllocationLimitExceeded exceeded;

    private Use(Reservation charge) {
      this.charge = charge;
    }

    NativeMemoryPool pool() {
      return pool;
    }

    void imported(long bytes) {
      synchronized (NativeMemory.this) {
        imported += bytes;
        settle();
      }
    }

    void released(long bytes) {
      imported(-bytes);
    }

    // An exception on a native thread would leave that thread attached, and the JVM could not end:
    // the reader's own thread asks for it.
    private void settle() {
      try {
        charge.resize(Math.max(0, reserved - imported));
      } catch (AllocationLimitExceeded full) {
        if (exceeded == null) {
          exceeded = full;
        }
      }
    }

    /**
     * @throws AllocationLimitExceeded where the natives went above the limit
     */
    void check() {
      synchronized (NativeMemory.this) {
        if (exceeded != null) {
          throw exceeded;
        }
      }
    }

    /** Leaves the pool to the next reader. */
    @Override
    public void close() {
      synchronized (NativeMemory.this) {
        charge.close();
        use = null;
      }
      synchronized (IDLE) {
        IDLE.add(NativeMemory.this);
      }
    }
  }
}
