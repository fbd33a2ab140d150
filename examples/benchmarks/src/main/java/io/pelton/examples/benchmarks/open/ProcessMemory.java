package io.pelton.examples.benchmarks.open;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What this process occupies by Linux, in bytes.
 *
 * @param resident all of it in memory
 * @param highest the most that was ever resident
 * @param anonymous of it, what is no file's
 * @param file of it, pages of mapped files
 */
public record ProcessMemory(long resident, long highest, long anonymous, long file) {
  private static final Path STATUS = Path.of("/proc/self/status");

  /** False on other systems. */
  public static boolean isKnown() {
    return Files.isReadable(STATUS);
  }

  public static ProcessMemory now() {
    try {
      List<String> lines = Files.readAllLines(STATUS);
      return new ProcessMemory(
          bytes(lines, "VmRSS:"),
          bytes(lines, "VmHWM:"),
          bytes(lines, "RssAnon:"),
          bytes(lines, "RssFile:"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long bytes(List<String> lines, String field) {
    return lines.stream()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(STATUS + " has no line " + field));
  }
}
