package io.pelton.examples.benchmarks.open;

import com.sun.management.OperatingSystemMXBean;
import io.pelton.examples.benchmarks.FreshJvm;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What opening a model takes: milliseconds of each phase, processor time of this thread and of all
 * threads of the JVM, and the growth of the process. Figures are reported when the last phase is
 * over, so that printing costs nothing before.
 */
final class OpeningCost {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Map<String, Double> phases = new LinkedHashMap<>();
  private final ProcessMemory before;
  private final long processorStart;
  private final long threadStart;
  private final long start;
  private long last;

  private OpeningCost() {
    this.before = ProcessMemory.isKnown() ? ProcessMemory.now() : null;
    this.processorStart = SYSTEM.getProcessCpuTime();
    this.threadStart = THREADS.getCurrentThreadCpuTime();
    this.start = System.nanoTime();
    this.last = start;
  }

  static OpeningCost begin() {
    return new OpeningCost();
  }

  /** A phase is over. */
  void pass(String phase) {
    long now = System.nanoTime();
    phases.put(phase, (now - last) / 1e6);
    last = now;
  }

  /** The model is ready to run. */
  void opened() {
    phases.put("open", (last - start) / 1e6);
    phases.put("open-thread", (THREADS.getCurrentThreadCpuTime() - threadStart) / 1e6);
    phases.put("open-processor", (SYSTEM.getProcessCpuTime() - processorStart) / 1e6);
  }

  /** The first result is there. */
  void ended() {
    phases.put("first-result", (last - start) / 1e6);
    phases.forEach(FreshJvm::report);
    if (before != null) {
      FreshJvm.report("peak-resident", ProcessMemory.now().highest() - before.resident());
    }
  }

  /** Garbage was collected. */
  void settled() {
    if (before != null) {
      ProcessMemory after = ProcessMemory.now();
      FreshJvm.report("steady-resident", after.resident() - before.resident());
      FreshJvm.report("steady-anonymous", after.anonymous() - before.anonymous());
      FreshJvm.report("steady-file", after.file() - before.file());
    }
  }
}
