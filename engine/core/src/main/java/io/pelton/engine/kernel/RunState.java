package io.pelton.engine.kernel;

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

  /** Says that a run starts: what the last one noted is forgotten. */
  public void begin() {
    experts.begin();
  }

  public RngOptions rng() {
    return rng;
  }

  public void setRng(RngOptions options) {
    rng = Objects.requireNonNull(options, "options");
  }

  /** Takes over what was set on another one. */
  public void takeSettings(RunState other) {
    setRng(other.rng);
    experts.takeSettings(other.experts);
  }

  /** Where experts are placed, and what runs note about them. */
  public ExpertState experts() {
    return experts;
  }

  /** The executable's own queue on a device that is not the host. */
  public DeviceQueue queue(Device device) {
    return queues.computeIfAbsent(device, at -> at.runtime().orElseThrow().newQueue());
  }

  /** Waits until all that was enqueued has been done. */
  public void await() {
    queues.values().forEach(DeviceQueue::await);
  }

  /** Ends the queues; nothing may be running any more. */
  @Override
  public void close() {
    queues.values().forEach(DeviceQueue::close);
    queues.clear();
  }
}
