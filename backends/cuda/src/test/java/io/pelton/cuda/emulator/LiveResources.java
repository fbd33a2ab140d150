package io.pelton.cuda.emulator;

import java.util.ArrayList;
import java.util.List;

/** What was allocated and created and is still there. */
record LiveResources(
    long allocations, long bytes, long hostAllocations, long streams, long events, long graphs) {
  static LiveResources now() {
    return new LiveResources(
        EmulatedDriver.liveAllocations(),
        EmulatedDriver.liveBytes(),
        EmulatedDriver.liveHostAllocations(),
        EmulatedDriver.liveStreams(),
        EmulatedDriver.liveEvents(),
        EmulatedDriver.liveGraphs());
  }

  /** What there is more of than before, in words. */
  List<String> leakedSince(LiveResources before) {
    List<String> leaks = new ArrayList<>();
    compare(leaks, "allocations of device memory", before.allocations, allocations);
    compare(leaks, "bytes of device memory", before.bytes, bytes);
    compare(leaks, "allocations of pinned memory", before.hostAllocations, hostAllocations);
    compare(leaks, "streams", before.streams, streams);
    compare(leaks, "events", before.events, events);
    compare(leaks, "graphs", before.graphs, graphs);
    return leaks;
  }

  private static void compare(List<String> leaks, String what, long before, long after) {
    if (after > before) {
      leaks.add(after + " " + what + ", " + before + " before the test");
    }
  }
}
