package io.pelton.engine.kernel;

/**
 * What moving bytes from one device to another costs.
 *
 * @param latencyNanos fixed cost of one copy
 * @param bytesPerSecond bandwidth of the link
 */
public record TransferPrice(double latencyNanos, double bytesPerSecond) {
  public TransferPrice {
    if (!(latencyNanos >= 0) || !(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "a latency should not be negative and a bandwidth positive, but are "
              + latencyNanos
              + " ns, "
              + bytesPerSecond
              + " B/s");
    }
  }

  /** Nanoseconds for one copy. */
  public double nanos(long bytes) {
    return latencyNanos + bytes / bytesPerSecond * 1e9;
  }
}
