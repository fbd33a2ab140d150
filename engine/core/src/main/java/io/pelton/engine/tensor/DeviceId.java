package io.pelton.engine.tensor;

/**
 * Names a device: a backend, and which of its devices.
 *
 * @param backend the name of the backend that drives it
 * @param index from 0
 */
public record DeviceId(String backend, int index) {
  public DeviceId {
    if (backend.isBlank() || index < 0) {
      throw new IllegalArgumentException(
          "a device is a backend and an index from 0, not '" + backend + "' and " + index);
    }
  }

  /** The first device of a backend. */
  public static DeviceId first(String backend) {
    return new DeviceId(backend, 0);
  }

  /**
   * Reads {@code backend} or {@code backend:index}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static DeviceId parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return first(text);
    }
    try {
      return new DeviceId(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a device is written 'backend' or 'backend:index', not '" + text + "'", e);
    }
  }

  /** {@code backend} for its first device, {@code backend:index} for others. */
  @Override
  public String toString() {
    return index == 0 ? backend : backend + ":" + index;
  }
}
