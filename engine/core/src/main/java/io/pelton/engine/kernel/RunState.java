package io.pelton.engine.kernel;

import io.pelton.engine.error.EngineException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What an executable lets its kernels know beside their operands, and they let it know. Bound calls
 * read it when they run, so that it may change between runs without binding anything anew. Used by
 * the thread that runs the executable; queues may be asked for by one that binds, too.
 */
public final class RunState implements AutoCloseable {
  private final Map<Device, DeviceQueue> queues = new ConcurrentHashMap<>();
  private final ExpertState experts = new ExpertState();
  private RngOptions rng = RngOptions.DEFAULT;

  /**
   * Says that a run starts: what the last one noted is forgotten. Waits for it where it may still
   * note something.
   */
  public void begin() {
    if (experts.hasLayers()) {
      await();
    }
    experts.begin();
  }

  public RngOptions rng() {
    return rng;
  }

  /** For runs from now on; waits for those that are enqueued. */
  public void setRng(RngOptions options) {
    Objects.requireNonNull(options, "options");
    if (!options.equals(rng)) {
      await();
      rng = options;
    }
  }

  /** Takes over what was set on another one. */
  public void takeSettings(RunState other) {
    setRng(other.rng);
  }

  /** Where experts are placed, and what runs note about them. */
  public ExpertState experts() {
    return experts;
  }

  /** The executable's own queue on a device that is not the host. */
  public DeviceQueue queue(Device device) {
    return queues.computeIfAbsent(device, at -> at.runtime().orElseThrow().newQueue());
  }

  /**
   * Waits until all that was enqueued has been done, also when some of it fails.
   *
   * @throws EngineException what failed
   */
  public void await() {
    EngineException failure = null;
    for (DeviceQueue queue : queues.values()) {
      try {
        queue.await();
      } catch (EngineException e) {
        failure = first(failure, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static EngineException first(EngineException failure, EngineException other) {
    if (failure == null) {
      return other;
    }
    failure.addSuppressed(other);
    return failure;
  }

  /** Waits until nothing runs any more, for those who drop the results and what failed. */
  public void drain() {
    queues.values().forEach(DeviceQueue::drain);
  }

  /** {@link #drain Drains} and ends the queues. */
  @Override
  public void close() {
    queues.values().forEach(DeviceQueue::close);
    queues.clear();
  }
}
