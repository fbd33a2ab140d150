package io.pelton.cuda.memory;

import io.pelton.engine.tensor.DeviceId;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How much memory this process may use, as a system property says: bytes, with {@code k}, {@code m}
 * or {@code g} behind the number for powers of 1024, or a fraction of what is free when the device
 * is opened.
 */
record MemoryLimit(long bytes, double fraction) {
  /** Followed by the device's index. */
  static final String DEVICE = "pelton.cuda.memory.";

  /** Followed by the device's index: memory of the host that is pinned for copies. */
  static final String PINNED = "pelton.cuda.pinned.";

  private static final MemoryLimit USUAL = new MemoryLimit(0, 0.9);
  private static final MemoryLimit USUAL_PINNED = new MemoryLimit(256L << 20, 0);
  private static final Pattern BYTES = Pattern.compile("\\d{1,18}|\\d{1,9}[kmg]");
  private static final String UNITS = "bkmg";
  private static final Pattern FRACTION = Pattern.compile("0\\.\\d{1,9}|1\\.0{1,9}");

  /**
   * Memory of the device; by default nine tenths of what is free.
   *
   * @throws IllegalArgumentException when the property has another form
   */
  static MemoryLimit ofDevice(DeviceId device) {
    return read(DEVICE + device.index(), USUAL, true);
  }

  /**
   * Pinned memory for copies to and from the device; by default 256 MiB.
   *
   * @throws IllegalArgumentException when the property has another form
   */
  static MemoryLimit ofPinned(DeviceId device) {
    return read(PINNED + device.index(), USUAL_PINNED, false);
  }

  private static MemoryLimit read(String property, MemoryLimit usual, boolean allowsFraction) {
    String text = System.getProperty(property);
    if (text == null) {
      return usual;
    }
    String value = text.strip().toLowerCase(Locale.ROOT);
    if (BYTES.matcher(value).matches() && bytes(value) > 0) {
      return new MemoryLimit(bytes(value), 0);
    }
    if (allowsFraction && FRACTION.matcher(value).matches() && Double.parseDouble(value) > 0) {
      return new MemoryLimit(0, Double.parseDouble(value));
    }
    throw new IllegalArgumentException(
        "the system property "
            + property
            + " should be a number of bytes above 0, such as 8g or 512m"
            + (allowsFraction ? ", or a fraction of the free memory up to 1.0, such as 0.5" : "")
            + ", but is '"
            + text
            + "'");
  }

  private static long bytes(String value) {
    int last = value.length() - 1;
    int shift = UNITS.indexOf(value.charAt(last)) * 10;
    return shift > 0 ? Long.parseLong(value.substring(0, last)) << shift : Long.parseLong(value);
  }

  /**
   * @param free bytes
   */
  long of(long free) {
    return fraction > 0 ? (long) (free * fraction) : bytes;
  }
}
