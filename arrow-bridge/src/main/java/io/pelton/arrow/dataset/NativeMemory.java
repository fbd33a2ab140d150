package io.pelton.arrow.dataset;

import io.pelton.arrow.AllocationLimitExceeded;
import io.pelton.arrow.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.jni.ReservationListener;

/**
 * A native memory pool whose bytes count in the allocator of the reader that has it.
 *
 * <p>Native threads may free memory after a scan was closed, and would crash on a pool that is
 * gone. A pool is therefore never released; the next reader gets it once it is empty.
 */
final class NativeMemory implements ReservationListener, NativeWork.Work {
  private static final List<NativeMemory> IDLE = new ArrayList<>();

  private final NativeMemoryPool pool;
  private long reserved;
  private long calls;
  private Use use;

  private NativeMemory() {
    this.pool = NativeMemoryPool.createListenable(this);
  }

  /**
   * A pool for one reader.
   *
   * @param charge closed with the use
   * @param stop closes the reader before the JVM ends, waiting no longer than until a time as
   *     {@link System#nanoTime} has it
   */
  static Use acquire(Reservation charge, LongConsumer stop) {
    NativeMemory memory = idle();
    Use use = memory.new Use(charge, stop);
    synchronized (memory) {
      memory.use = use;
    }
    try {
      NativeWork.began(memory);
      return use;
    } catch (IllegalStateException ending) {
      use.close();
      throw ending;
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
    calls++;
    if (use != null) {
      use.settle();
    } else if (reserved == 0) {
      NativeWork.over(this);
    }
  }

  @Override
  public void stop(long deadline) {
    Use open;
    synchronized (this) {
      open = use;
    }
    if (open != null) {
      open.stop.accept(deadline);
    }
  }

  @Override
  public synchronized long activity() {
    // calls are made for every half a megabyte only
    return calls + pool.getBytesAllocated();
  }

  /**
   * One reader's use of the pool. What Java has imported is charged as the buffers of batches, so
   * that only the rest is charged here.
   */
  final class Use implements AutoCloseable {
    private final Reservation charge;
    private final LongConsumer stop;
    private long imported;
    private AllocationLimitExceeded exceeded;

    private Use(Reservation charge, LongConsumer stop) {
      this.charge = charge;
      this.stop = stop;
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
        if (reserved == 0) {
          NativeWork.over(NativeMemory.this);
        }
      }
      synchronized (IDLE) {
        IDLE.add(NativeMemory.this);
      }
    }
  }
}
