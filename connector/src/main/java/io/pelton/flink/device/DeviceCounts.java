package io.pelton.flink.device;

import java.io.StringWriter;
import java.util.List;
import org.apache.flink.runtime.memory.SharedResources;

/**
 * How many slots of a TaskManager compute on each of a backend's devices, counted for all jobs
 * together. Jobs have class loaders of their own, so that nothing but the JDK's types may be
 * shared: the counts are the characters of a {@link StringWriter}, which can be closed as Flink
 * wants it, and whose buffer is their lock. Character i counts the slots on device i.
 */
final class DeviceCounts implements AutoCloseable {
  private final SharedResources resources;
  private final String key;
  private final Object holder = new Object();
  private final StringBuffer counts;

  private DeviceCounts(SharedResources resources, String backend) throws Exception {
    this.resources = resources;
    this.key = "pelton-device-slots/1/" + backend;
    this.counts =
        resources
            .<StringWriter>getOrAllocateSharedResource(key, holder, size -> new StringWriter(), 0)
            .resourceHandle()
            .getBuffer();
  }

  /** The counts, which stay as long as anyone has not closed them. */
  static DeviceCounts open(SharedResources resources, String backend) throws Exception {
    return new DeviceCounts(resources, backend);
  }

  /**
   * Counts one more slot on the device that has the fewest, the first among equals.
   *
   * @param candidates at least one, in order
   * @return its index
   */
  int add(List<Integer> candidates) {
    synchronized (counts) {
      int least = candidates.get(0);
      for (int candidate : candidates) {
        if (count(candidate) < count(least)) {
          least = candidate;
        }
      }
      if (counts.length() <= least) {
        counts.setLength(least + 1);
      }
      counts.setCharAt(least, (char) (count(least) + 1));
      return least;
    }
  }

  void remove(int index) {
    synchronized (counts) {
      counts.setCharAt(index, (char) (count(index) - 1));
    }
  }

  /** Slots on a device. */
  int count(int index) {
    synchronized (counts) {
      return index < counts.length() ? counts.charAt(index) : 0;
    }
  }

  @Override
  public void close() throws Exception {
    resources.release(key, holder, size -> {});
  }
}
