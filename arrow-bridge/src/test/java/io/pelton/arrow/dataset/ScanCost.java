package io.pelton.arrow.dataset;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a scan costs its process, the natives' threads and memory included: at most 2 seconds of a
 * processor and 256 MB. Memory is measured where Linux tells the peak since some moment.
 */
final class ScanCost {
  private static final long NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long KIB = 256 << 10;
  private static final Path STATUS = Path.of("/proc/self/status");

  /** Where 5 is written to begin a new peak. */
  private static final Path RESET = Path.of("/proc/self/clear_refs");

  private final long nanos = nanos();
  private final long kib;

  private ScanCost(long kib) {
    this.kib = kib;
  }

  static ScanCost begin() throws IOException {
    if (!isMemoryMeasured()) {
      return new ScanCost(0);
    }
    Files.writeString(RESET, "5");
    return new ScanCost(peak());
  }

  static boolean isMemoryMeasured() {
    return Files.isWritable(RESET) && Files.isReadable(STATUS);
  }

  /** What it cost since then that is too much. */
  Optional<String> excess() throws IOException {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos() - nanos);
    long taken = isMemoryMeasured() ? peak() - kib : 0;
    boolean excess = millis > TimeUnit.NANOSECONDS.toMillis(NANOS) || taken > KIB;
    return excess ? Optional.of(millis + " ms and " + taken + " KiB") : Optional.empty();
  }

  private static long nanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long peak() throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }
}
